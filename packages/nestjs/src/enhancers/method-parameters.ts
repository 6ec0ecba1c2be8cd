import type { RunContext } from '@haft/core';
import type { AnyTool } from '@haft/runtime';
import { routeParameters } from './route-arguments.js';
import { prototypeOf, type ToolPlace } from './tool-place.js';

/** The key under which Nest finds the parameters of a tool's method. */
export const PARAMETERS_KEY = 'haft:nest-parameters';
/** The key of one parameter at which a step ends that does not reach the method. */
export const END_KEY = 'haft:nest-end';

/**
 * The types of parameters in Nest: for pipes, arguments of a model are `body`, and values of the
 * host are `custom`. Nest turns the number into the word just before it calls a pipe.
 */
export const BODY = 3;
const CUSTOM = 0;
/** No number of Nest: a parameter of a controller's tool that no decorator of a route supplies. */
export const GIVEN = 99;

/** The position of each parameter of a method, by its name for pipes (`ArgumentMetadata.data`). */
export type MethodParameters = ReadonlyMap<unknown, number>;

/**
 * Records the parameters of a tool's method for Nest, so that pipes get them by position: arguments
 * of the model under their names, the one object parameter without a name. A method without
 * parameters gets an unused one, because Nest would otherwise not read any.
 */
export function recordParameters(place: ToolPlace, { body }: AnyTool): MethodParameters {
  const all = place.method === body.method ? parametersOf(body) : [];
  const parameters = all.length === 0 ? [NOBODYS] : all;
  const record = Object.fromEntries(
    parameters.map(({ type, data }, index) => [`${type}:${index}`, { index, data, pipes: [] }]),
  );
  define(PARAMETERS_KEY, record, place);
  define(END_KEY, { [`${CUSTOM}:0`]: { index: 0, pipes: [] } }, place);
  return new Map(parameters.map(({ data }, index) => [data, index]));
}

/**
 * Records the parameters of a route for Nest as its decorators recorded them, with their pipes.
 * Adds those without a decorator, which only a tool call supplies.
 */
export function recordRoute(place: ToolPlace, { body }: AnyTool): void {
  const written = routeParameters(place);
  const decorated = new Set(Object.values(written).map(({ index }) => index));
  const others = parametersOf(body).map((_, index) => index);
  const given = others.length === 0 && decorated.size === 0 ? [0] : others.filter((index) => !decorated.has(index));
  const added = Object.fromEntries(given.map((index) => [`${GIVEN}:${index}`, { index, data: index, pipes: [] }]));
  define(PARAMETERS_KEY, { ...written, ...added }, place);
  define(END_KEY, { [`${GIVEN}:0`]: { index: 0, pipes: [] } }, place);
}

/** Nest reads one of the two classes, which differ if a decorator replaced the class. */
function define(key: string, record: object, { target, method }: ToolPlace): void {
  for (const one of [target, prototypeOf(target).constructor]) Reflect.defineMetadata(key, record, one, method);
}

interface Parameter {
  readonly type: typeof BODY | typeof CUSTOM;
  readonly data: unknown;
}

const NOBODYS: Parameter = { type: CUSTOM, data: Symbol('no parameter') };

/** Calls the method's binder with marks, and records their positions. */
function parametersOf(body: AnyTool['body']): readonly Parameter[] {
  const args = new Proxy({}, { get: (_target, name) => new NamedArgument(String(name)) });
  return positional(
    body,
    args,
    HOST as unknown as RunContext,
    body.host.map(() => HOST),
  ).map((mark) => {
    if (mark === args) return { type: BODY, data: undefined };
    return mark instanceof NamedArgument ? { type: BODY, data: mark.name } : { type: CUSTOM, data: Symbol('given') };
  });
}

/** Returns the values of a method's parameters by position. */
export function positional(
  { method = '', invoke }: AnyTool['body'],
  args: object,
  run: RunContext,
  host: readonly unknown[],
): readonly unknown[] {
  const catcher = { [method]: (...values: readonly unknown[]) => values };
  return invoke(catcher as never, args as never, run, host) as readonly unknown[];
}

const HOST = Symbol('given by the host');

class NamedArgument {
  constructor(readonly name: string) {}
}
