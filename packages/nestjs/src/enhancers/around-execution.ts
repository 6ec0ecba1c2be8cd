import type { RunContext } from '@haft/core';
import type { HostValues } from '@haft/core/reflected';
import { ToolFailed } from '@haft/core';
import { drained, isProgressive, type AnyTool } from '@haft/runtime';
import { denialText, isDenial } from '../exceptions/denial.js';
import { isHttpException } from '../exceptions/http-exception.js';
import type { AroundCall } from './around-call.js';
import { filtered } from './exception-filters.js';
import { CallThroughNest } from './haft-call.js';
import { positional, recordParameters, type MethodParameters } from './method-parameters.js';
import type { Route } from './route.js';
import type { ToolEnhancers } from './tool-enhancers.js';
import type { ToolPlace } from './tool-place.js';

/**
 * Nest's interceptors and pipes around the method of one tool, and its filters for errors of the
 * method.
 */
export class AroundExecution {
  private readonly parameters: MethodParameters;
  private readonly aroundCall: AroundCall;
  private readonly route: Route | undefined;

  constructor(
    private readonly tool: AnyTool,
    private readonly place: ToolPlace,
    private readonly enhancers: ToolEnhancers,
    { aroundCall, route }: { readonly aroundCall: AroundCall; readonly route: Route | undefined },
  ) {
    this.aroundCall = aroundCall;
    this.route = route;
    this.parameters = route === undefined ? recordParameters(place, tool) : new Map();
  }

  async execute(instance: object | undefined, args: object, run: RunContext, host: HostValues): Promise<unknown> {
    if (this.route !== undefined) return this.throughRoute(this.route, args, run, host);
    const invoke = (): unknown => this.tool.body.invoke(instance as never, args as never, run, host);
    const values = (): readonly unknown[] => (this.isMethod ? positional(this.tool.body, args, run, host) : [invoke]);
    const call = this.callOf(run, args, values);
    try {
      const result = this.isBare
        ? await invoke()
        : await this.enhancers.execute(this.isMethod && instance !== undefined ? instance : FUNCTION, call);
      return isProgressive(result) ? await drainedIn(run, result) : result;
    } catch (error) {
      return this.answerTo(error, call);
    }
  }

  /** Nest supplies the instance and the parameters, as it does for a request. */
  private async throughRoute(route: Route, args: object, run: RunContext, host: HostValues): Promise<unknown> {
    const parameter = route.parametersOf(args, run, host);
    const call = new CallThroughNest(this.tool.definition, run, () => args, parameter).withRequest(
      await route.open(run),
    );
    route.fill(call, args, host);
    try {
      const result = await this.enhancers.execute(await route.instance(run), call);
      return isProgressive(result) ? await drainedIn(run, result) : result;
    } catch (error) {
      return this.answerTo(error, call);
    }
  }

  /** Whether nothing is around the method itself. */
  private get isBare(): boolean {
    return !this.enhancers.has('interceptors') && !this.enhancers.has('pipes');
  }

  private callOf(run: RunContext, args: object, valuesOf: () => readonly unknown[]): CallThroughNest {
    let values: readonly unknown[] | undefined;
    const parameter = (data: unknown): unknown => (values ??= valuesOf())[this.parameters.get(data) ?? 0];
    return new CallThroughNest(this.tool.definition, run, () => args, parameter);
  }

  private get isMethod(): boolean {
    return this.place.method === this.tool.body.method;
  }

  private async answerTo(error: unknown, call: CallThroughNest): Promise<unknown> {
    const result = await filtered(error, call, this.enhancers);
    if ('answer' in result) return result.answer;
    if (isHttpException(result.error) && isDenial(result.error)) {
      const text = denialText(result.error);
      this.aroundCall.deny(call.run, text);
      throw new ToolFailed(text);
    }
    throw result.error;
  }
}

/** Returns the final value of a generator and reports its other values. A stopped call ends it. */
function drainedIn(run: RunContext, generator: AsyncGenerator | Generator): Promise<unknown> {
  const report = (progress: unknown): void => {
    run.report(progress);
  };
  return drained(generator, report, () => (run.signal.aborted ? (run.signal.reason as Error) : undefined));
}

/** The instance of tools that are not methods. It receives the tool to call. */
const FUNCTION = { call: (tool: () => unknown): unknown => tool() };
