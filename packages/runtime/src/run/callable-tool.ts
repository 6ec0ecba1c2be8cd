import type { ToolCall, ToolDefinition, ToolOutcome } from '@haft/core';
import { standardTool, type StandardProps, type StandardTool } from '../toolsets/standard/standard-tool.js';
import type { AnyTool } from '../toolsets/port/any-tool.js';
import type { CallOptions } from './call-options.js';

/** A tool of a run, as a value: what it is, what arguments it takes, and how it is called. */
export interface CallableTool<Args = object> extends StandardTool<Args> {
  /** The same as `run.call` with the name of the tool: all steps, limits and policies apply. */
  call(args: Args, options?: CallOptions): Promise<ToolOutcome>;
}

/** As much of a run as its tools need. */
interface CallingRun {
  call(call: ToolCall, options?: CallOptions): Promise<ToolOutcome>;
}

/** A tool that is called in one run. */
export function callableTool(tool: AnyTool, run: CallingRun): CallableTool {
  return new ToolOfRun(standardTool(tool), run);
}

/** Private even to what looks into every object, as loggers do: behind the run are its dependencies and the secrets of the runtime. */
class ToolOfRun implements CallableTool {
  readonly #standard: StandardTool;
  readonly #run: CallingRun;

  constructor(standard: StandardTool, run: CallingRun) {
    this.#standard = standard;
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
