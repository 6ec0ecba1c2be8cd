import { HaftError, type ToolDefinition, type ToolHints, type ToolOptions } from '@haft/core';
import type { ArgumentCheck } from '@haft/arguments';
import type { BesideExecute } from './beside-execute.js';
import type { AnyTool, ToolBody, ToolSettings } from '../port/any-tool.js';

/** A function that can be a tool. Export it, so that the generated module can import it. */
export type ToolFunction = (...args: never) => unknown;

/**
 * Options of `defineTool` for a function. All of them except for `settings` and
 * `parameters.*.inject` must be constants, which `haft build` evaluates.
 */
export interface FunctionToolOptions<Name extends string = string> extends Omit<ToolOptions, 'name'> {
  /** The full name. Default: the name of the function in snake_case. */
  readonly name?: Name;
  /** Hints about the effects of the tool. */
  readonly hints?: ToolHints;
  /** Settings that a method has by decorators: timeout, retries, limits, approvals and so on. */
  readonly settings?: ToolSettings;
  /**
   * Finds out what became of a call whose process died, like `@Effect({ reconcile })`. Gets the
   * idempotency key and the arguments of the call by name. Implies `settings.effect`.
   */
  readonly reconcile?: BesideExecute['reconcile'];
  /**
   * Tells people what a call would do, like `@Preview()`. Gets the arguments by name, and must
   * change nothing.
   */
  readonly preview?: BesideExecute['preview'];
}

/**
 * A tool made from a function. Its parameters are in a generated module, which only the runtime
 * has. Before the runtime binds its toolset, only `target` and `options` are readable: the other
 * properties throw `HAFT_NOT_REFLECTED`.
 *
 * @typeParam Name - the name, if the options have one
 */
export class FunctionTool<Name extends string = string> implements AnyTool {
  /** A property for types only. The generated module has the types, by the name of the tool. */
  declare readonly types?: { readonly arguments: object; readonly result: unknown } | undefined;

  /** Definition of the tool. Throws until the tool is bound. */
  declare readonly definition: ToolDefinition & { readonly name: Name };
  /** Earlier names of the tool. Throws until the tool is bound. */
  declare readonly aliases: readonly string[];
  /** Name of the tool before any wrapper. Throws until the tool is bound. */
  declare readonly ownName: string;
  /** Check of the arguments. Throws until the tool is bound. */
  declare readonly check: ArgumentCheck;
  /** Settings of the tool. Throws until the tool is bound. */
  declare readonly settings: ToolSettings;
  /** Code of the tool. Throws until the tool is bound. */
  declare readonly body: ToolBody;

  constructor(
    /** The function. */
    readonly target: ToolFunction,
    /** The options that were passed to `defineTool`. */
    readonly options: FunctionToolOptions<Name>,
  ) {}
}

for (const property of ['definition', 'aliases', 'ownName', 'check', 'settings', 'body']) {
  Object.defineProperty(FunctionTool.prototype, property, { get: notBound });
}

function notBound(this: FunctionTool): never {
  const message = `The tool of the function ${functionName(this.target)} is read where no runtime gave it its descriptor.`;
  throw new HaftError('HAFT_NOT_REFLECTED', message, {
    hint: 'Put it into `toolset(name, [...])` and give that to createRuntime, with the `toolsets` of the generated module. A toolset of your own has to implement `bound`.',
  });
}

/** Returns whether a tool is a function without its descriptor. */
export function isFunctionTool(tool: AnyTool): tool is FunctionTool {
  return 'target' in tool && typeof tool.target === 'function';
}

/** Returns the name of a function, for messages. */
export function functionName(target: ToolFunction): string {
  return target.name === '' ? 'without a name' : target.name;
}
