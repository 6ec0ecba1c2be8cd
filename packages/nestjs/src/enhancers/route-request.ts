import { HaftError, type RunContext } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import type { CallThroughNest } from './haft-call.js';
import { methodNumberOf, ROUTE_PARAMETER, routeParameters, sourceOf } from './route-arguments.js';
import { routePath } from './route-path.js';
import { methodOf, type ToolPlace } from './tool-place.js';

/** Returns the request of the host of a run, which guards of controllers read. */
export type RequestOf = { request(run: RunContext): object | undefined | Promise<object | undefined> }['request'];

/** The call that a request is for. Copies of this package share the symbol. */
const CALL = Symbol.for('haft:nest-call');

/** The parts of a request that belong to one call. */
export interface RouteValues {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
}

/** Creates the requests for the calls of one tool of a controller. */
export class RouteRequests {
  private knownPath: string | undefined;
  private readonly method: string;

  constructor(
    private readonly place: ToolPlace,
    private readonly config: ApplicationConfig,
  ) {
    this.method = RequestMethod[methodNumberOf(methodOf(place)) ?? 0] ?? 'GET';
  }

  /** An application gets its prefix and its versions after Nest has created its providers. */
  private get path(): string {
    return (this.knownPath ??= routePath(this.place, this.config));
  }

  /** Returns an object that inherits from the request of the host, which does not change. */
  create(host: object): object {
    const own = { route: { path: this.path, method: this.method.toLowerCase() }, method: this.method };
    return derived(host, own);
  }

  /**
   * Writes the values of a call into its request: in params and query as texts, as a client sends
   * them.
   */
  fill(request: object, values: RouteValues): void {
    const { params, query } = values;
    const [texts, asked] = [textsOf(params), textsOf(query)];
    const search = new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => pairs(name, value))).toString();
    const path = this.path.replace(/:(\w+)\??/g, (_match, name: string) => {
      const text = texts[name];
      return typeof text === 'string' ? encodeURIComponent(text) : '';
    });
    const url = search === '' ? path : `${path}?${search}`;
    define(request, { params: texts, query: asked, body: values.body, url, originalUrl: url });
  }

  /** Returns the values of a call by their sources. */
  valuesOf(value: (index: number) => unknown): RouteValues {
    let body: unknown;
    const params = {};
    const query = {};
    // In the order of the method: decorators are recorded from the last to the first.
    const parameters = Object.entries(routeParameters(this.place)).sort(
      ([, one], [, other]) => one.index - other.index,
    );
    for (const [key, { index, data }] of parameters) {
      const given = value(index);
      if (given === undefined) continue;
      const source = sourceOf(key);
      if (source === ROUTE_PARAMETER.body) {
        if (typeof data === 'string') body = { ...(isObject(body) ? body : {}), [data]: given };
        else body ??= given;
      } else if (source === ROUTE_PARAMETER.query)
        Object.assign(query, typeof data === 'string' ? { [data]: given } : given);
      else if (source === ROUTE_PARAMETER.param)
        Object.assign(params, typeof data === 'string' ? { [data]: given } : given);
    }
    return { params, query, body };
  }
}

/** Says which call a request is for. */
export function setCall(request: object, call: CallThroughNest): void {
  Object.defineProperty(request, CALL, { value: call, configurable: true });
}

/** Returns the call that a request is for. */
export function callOfRequest(request: unknown): CallThroughNest | undefined {
  if (typeof request !== 'object' || request === null || !Object.hasOwn(request, CALL)) return undefined;
  return (request as { readonly [CALL]?: CallThroughNest })[CALL];
}

/**
 * The response of a tool call. A guard may hold it, as those of Passport do. Its properties
 * throw.
 */
export const NO_RESPONSE: object = new Proxy(
  {},
  {
    get: (_target, name) => {
      // A promise asks its value for `then`, and a log for symbols.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
      throw noResponse(name);
    },
    set: (_target, name) => {
      throw noResponse(String(name));
    },
  },
);

function noResponse(name: string): HaftError {
  return new HaftError('HAFT_NO_RESPONSE', `A tool call has no HTTP response, so nothing can use its '${name}'.`, {
    hint: 'Put `if (!HaftExecutionContext.is(context))` before each statement that uses the response. All others must run, such as the check of the user.',
  });
}

/** Shadows properties of the host's request, also those that only have a getter. */
function derived(host: object, own: Readonly<Record<string, unknown>>): object {
  const request = Object.create(host) as object;
  // Nest would take the providers of the host's request.
  for (const symbol of Object.getOwnPropertySymbols(host))
    if (symbol.description === 'REQUEST_CONTEXT_ID') Object.defineProperty(request, symbol, { value: undefined });
  define(request, own);
  return request;
}

function define(request: object, own: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(request, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOf);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' || typeof value === 'string' ? value : JSON.stringify(value);
}

function pairs(name: string, value: unknown): [string, string][] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => [name, typeof one === 'string' ? one : JSON.stringify(one)]);
}
