import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { standardTool, type StandardProps, type StandardTool } from '../standard/standard-tool.js';
import type { AnyTool } from '../toolsets/any-tool.js';
import type { CallOptions } from './call-options.js';
import type { Run } from './run.js';

/** A tool of a run, as a value: what it is, what arguments it takes, and how it is called. */
export interface RunTool<Args = object> extends StandardTool<Args> {
  /** The same as `run.call` with the name of the tool: all steps, limits and policies apply. */
  call(args: Args, options?: CallOptions): Promise<ToolOutcome>;
}

/** A tool that is called in one run. */
export function runTool(tool: AnyTool, run: Pick<Run, 'call'>): RunTool {
  return new ToolOfRun(standardTool(tool), run);
}

/** Private even to what looks into every object, as loggers do: behind the run are its dependencies and the secrets of the runtime. */
class ToolOfRun implements RunTool {
  readonly #standard: StandardTool;
  readonly #run: Pick<Run, 'call'>;

  constructor(standard: StandardTool, run: Pick<Run, 'call'>) {
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
