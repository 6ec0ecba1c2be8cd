import type { ToolCall, ToolDefinition, ToolOutcome } from '@haft/core';
import { type AnyTool, type StandardProps, standardTool, type StandardTool } from '@haft/compose';
import type { CallOptions } from './call-options.js';

/** A tool of a run as a value: its definition, its arguments, and a method that calls it. */
export interface CallableTool<Args = object> extends StandardTool<Args> {
  /**
   * Calls the tool, like `run.call` with its name: all steps, limits and policies apply.
   *
   * @param args - arguments of the tool, validated like those of a model
   * @param options - options of this call
   */
  call(args: Args, options?: CallOptions): Promise<ToolOutcome>;
}

/** The part of a run that its tools need. */
interface CallingRun {
  call(call: ToolCall, options?: CallOptions): Promise<ToolOutcome>;
}

/**
 * A tool whose `call` uses a run. Uses private fields to hide the run from loggers and other code
 * that walks objects: the run has dependencies and the secrets of the runtime.
 */
export class ToolOfRun implements CallableTool {
  readonly #standard: StandardTool;
  readonly #run: CallingRun;

  constructor(tool: AnyTool, run: CallingRun) {
    this.#standard = standardTool(tool);
    this.#run = run;
  }

  get definition(): ToolDefinition {
    return this.#standard.definition;
  }

  get '~standard'(): StandardProps {
    return this.#standard['~standard'];
  }

  call(args: object, options?: CallOptions): Promise<ToolOutcome> {
    return this.#run.call({ name: this.definition.name, arguments: args }, options);
  }
}
