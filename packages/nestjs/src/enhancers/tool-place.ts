import type { Class } from '@haft/core';
import type { AnyTool } from '@haft/runtime';

/** The class and the method of a tool: `getClass()` and `getHandler()`. */
export interface ToolPlace {
  readonly target: Class;
  readonly method: string;
}

/** Stands for the class of a tool that is no method: of a function, of another server. Only global enhancers are around its calls. */
export class ToolFunction {
  /** What `getHandler()` gives. */
  call(): void {
    // Never called.
  }
}

const NO_METHOD: ToolPlace = { target: ToolFunction, method: 'call' };

/** Where a tool is written. */
export function placeOf({ body: { target, instance, method } }: AnyTool): ToolPlace {
  const written = target ?? (instance?.constructor as Class | undefined);
  if (written === undefined || method === undefined) return NO_METHOD;
  return { target: written, method };
}

/** The method itself, on which `@UseGuards` and the like left their records. */
export function methodOf({ target, method }: ToolPlace): (...args: unknown[]) => unknown {
  return (target.prototype as Readonly<Record<string, (...args: unknown[]) => unknown>>)[method] as never;
}
