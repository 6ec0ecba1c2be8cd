import type { Class } from '@haft/core';
import type { AnyTool } from '@haft/runtime';

/** The class and the method of a tool: `getClass()` and `getHandler()`. */
export interface ToolPlace {
  readonly target: Class;
  readonly method: string;
}

/**
 * A class for tools that are not methods: functions, tools of other servers. Only global enhancers
 * are around their calls.
 */
export class ToolFunction {
  /** The result of `getHandler()`. */
  call(): void {
    // Never called.
  }
}

const NO_METHOD: ToolPlace = { target: ToolFunction, method: 'call' };

/** Returns the class and method of a tool. */
export function placeOf({ body: { target, instance, method } }: AnyTool): ToolPlace {
  const written = target ?? classOf(instance);
  if (written === undefined || method === undefined) return NO_METHOD;
  return { target: written, method };
}

/** Returns the method itself, which has the records of `@UseGuards` and the like. */
export function methodOf({ target, method }: ToolPlace): Method {
  const found = prototypeOf(target)[method];
  if (found === undefined) throw new TypeError(`${target.name} has no method '${method}'.`);
  return found;
}

/** A method of a toolset class. */
export type Method = (...args: unknown[]) => unknown;

/** Returns the prototype of a class, with its methods. */
export function prototypeOf(target: Class): Readonly<Record<string, Method | undefined>> {
  return target.prototype as Readonly<Record<string, Method | undefined>>;
}

function classOf(instance: object | undefined): Class | undefined {
  return instance?.constructor as Class | undefined;
}
