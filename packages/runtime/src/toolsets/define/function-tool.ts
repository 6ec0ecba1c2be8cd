import { HaftError, type ToolDefinition, type ToolHints, type ToolOptions } from '@haft/core';
import type { ArgumentCheck } from '../../arguments/accepted-arguments.js';
import type { AnyTool, ToolBody, ToolSettings } from '../port/any-tool.js';

/** A function that can be a tool: an exported one, so that the generated module can import it. */
export type ToolFunction = (...args: never) => unknown;

/** What `defineTool` takes for a function. All but `settings` and `parameters.*.inject` are constants, evaluated at build time. */
export interface FunctionToolOptions<Name extends string = string> extends Omit<ToolOptions, 'name'> {
  /** The whole name. Default: the function's name in snake_case. */
  readonly name?: Name;
  readonly hints?: ToolHints;
  /** What decorators say of a method: timeout, retries, limits, approvals, cache, interceptors, ... */
  readonly settings?: ToolSettings;
}

/**
 * A tool whose parameters are those of a function. What the build reflected of it is in a generated module, which only the
 * runtime has: until its toolset is `bound`, there is nothing to read but the function.
 *
 * @typeParam Name - the name, where the options say one
 */
export class FunctionTool<Name extends string = string> implements AnyTool {
  /** Only a type: the generated module types the arguments and the result, by the tool's name. */
  declare readonly types?: { readonly arguments: object; readonly result: unknown } | undefined;

  constructor(
    readonly target: ToolFunction,
    readonly options: FunctionToolOptions<Name>,
  ) {}

  get definition(): ToolDefinition & { readonly name: Name } {
    throw this.notBound();
  }

  get aliases(): readonly string[] {
    throw this.notBound();
  }

  get ownName(): string {
    throw this.notBound();
  }

  get check(): ArgumentCheck {
    throw this.notBound();
  }

  get settings(): ToolSettings {
    throw this.notBound();
  }

  get body(): ToolBody {
    throw this.notBound();
  }

  private notBound(): HaftError {
    const message = `The tool of the function ${functionName(this.target)} is read where no runtime gave it its descriptor.`;
    return new HaftError('HAFT_NOT_REFLECTED', message, {
      hint: 'Put it into `toolset(name, [...])` and give that to createRuntime, with the `toolsets` of the generated module. A toolset of your own has to implement `bound`.',
    });
  }
}

/** Whether a tool still waits for its descriptor. */
export function isFunctionTool(tool: AnyTool): tool is FunctionTool {
  return 'target' in tool && typeof tool.target === 'function';
}

/** For messages. */
export function functionName(target: ToolFunction): string {
  return target.name === '' ? 'without a name' : target.name;
}
