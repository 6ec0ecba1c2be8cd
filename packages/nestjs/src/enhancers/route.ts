import { HaftError, type RunContext } from '@haft/core';
import type { HostValues } from '@haft/core/reflected';
import type { AnyTool } from '@haft/runtime';
import { isObject } from '@haft/schema/basics';
import type { CallThroughNest } from './haft-call.js';
import { GIVEN, positional, recordRoute } from './method-parameters.js';
import type { NestApplication } from './nest-application.js';
import { isController, routeParameters, sourceOf } from './route-arguments.js';
import { RouteRequests, setCall, type RequestOf } from './route-request.js';
import type { ToolPlace } from './tool-place.js';

/** The route of a tool: a method of a controller, whose enhancers see a request of HTTP. */
export class Route {
  private readonly requests: RouteRequests;
  private readonly opened = new WeakMap<RunContext, Promise<object>>();
  /** The position of each parameter by source and name. */
  private readonly positions: ReadonlyMap<string, number>;

  private constructor(
    private readonly tool: AnyTool,
    private readonly place: ToolPlace,
    private readonly application: NestApplication,
    private readonly requestOf: RequestOf | undefined,
  ) {
    recordRoute(place, tool);
    this.requests = new RouteRequests(place, application.config);
    const parameters = Object.entries(routeParameters(place));
    this.positions = new Map(parameters.map(([key, { index, data }]) => [nameOf(sourceOf(key), data), index]));
  }

  /** Returns the route of a tool, or undefined if its class is not a controller. */
  static of(tool: AnyTool, place: ToolPlace, application: NestApplication, request?: RequestOf): Route | undefined {
    if (place.method !== tool.body.method || !isController(place.target)) return undefined;
    return new Route(tool, place, application, request);
  }

  /**
   * Returns the request of a call, the same one for all its steps.
   *
   * @throws {HaftError} `HAFT_NO_REQUEST` if the host has none for this run
   */
  open(run: RunContext): Promise<object> {
    let request = this.opened.get(run);
    if (request === undefined) {
      request = this.make(run);
      this.opened.set(run, request);
    }
    return request;
  }

  /**
   * Gives a question about a list a separate request, without values of a model.
   *
   * @throws {HaftError} `HAFT_NO_REQUEST` if the host has none for this run
   */
  async ask(question: CallThroughNest): Promise<void> {
    // A list has no context of a call that could be the key.
    question.scope = Object.create(question.run) as RunContext;
    const request = await this.make(question.scope, question.run);
    this.requests.fill(request, { params: {}, query: {}, body: undefined });
    question.withRequest(request);
  }

  /** Writes the arguments of a call into its request. */
  fill(call: CallThroughNest, args: unknown, host: HostValues = []): void {
    if (call.request === undefined) return;
    const values = positional(this.tool.body, isObject(args) ? args : {}, call.run, host);
    this.requests.fill(
      call.request,
      this.requests.valuesOf((index) => values[index]),
    );
    setCall(call.request, call);
  }

  /** Returns the function for the parameters of a call. */
  parametersOf(args: object, run: RunContext, host: HostValues): CallThroughNest['parameter'] {
    const values = positional(this.tool.body, args, run, host);
    return (data, source) => values[source === GIVEN ? Number(data) : (this.positions.get(nameOf(source, data)) ?? -1)];
  }

  /** Returns the controller: the only one, or that of this call. */
  async instance(run: RunContext): Promise<never> {
    return (await this.application.contexts.resolve(this.application.tokenOf(this.place.target), run)) as never;
  }

  private async make(scope: RunContext, run: RunContext = scope): Promise<object> {
    const host = await this.requestOf?.(run);
    if (host === undefined) throw noRequest(this.tool.definition.name);
    const request = this.requests.create(host);
    this.application.contexts.open(scope, request);
    return request;
  }
}

function nameOf(source: number, data: unknown): string {
  return `${source}:${typeof data === 'string' ? data : ''}`;
}

function noRequest(tool: string): HaftError {
  return new HaftError('HAFT_NO_REQUEST', `The tool '${tool}' of a controller has no HTTP request in this run.`, {
    hint: 'Pass the request where the run starts, `startRun({ deps: { request } })`, and return it: HaftModule.forRoot({ request: (run) => run.deps.request }).',
  });
}
