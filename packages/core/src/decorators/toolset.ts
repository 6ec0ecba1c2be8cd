import { refuseUnknownOptions, type OptionNames } from '../refuse-unknown-options.js';
import { classRecorder, type DualClassDecorator } from './dual-decorator.js';

/** Options of {@link Toolset}. Pass constants: `haft build` evaluates them. */
export interface ToolsetOptions {
  /** The name of the toolset in messages and definitions. Default: the class name. */
  readonly name?: string;
  /** The first part of every tool name: with `file`, `read` becomes `file_read`. Default: none. */
  readonly prefix?: string;
  /** The version of all tools without a separate one. Default: `0`. */
  readonly version?: string;
  /** The description of the toolset. Default: the JSDoc comment of the class. */
  readonly description?: string;
  /**
   * A text for the system prompt. `run.instructions()` returns it while a tool of this toolset is
   * visible.
   */
  readonly instructions?: string | ((run: never) => string);
}

/**
 * Makes the `@Tool` methods of a class tools. `haft build` reads the class.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if an option does not exist
 * @example
 * @Toolset({ prefix: 'clock', instructions: 'All times are in UTC.' })
 * export class Clock {
 *   @Tool()
 *   now(): string {
 *     return new Date().toISOString();
 *   }
 * }
 */
export function Toolset(options: ToolsetOptions = {}): DualClassDecorator {
  refuseUnknownOptions('@Toolset', options, TOOLSET_OPTIONS);
  return classRecorder('toolset', options);
}

const TOOLSET_OPTIONS: OptionNames<ToolsetOptions> = {
  name: true,
  prefix: true,
  version: true,
  description: true,
  instructions: true,
};
