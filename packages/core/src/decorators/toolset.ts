import { classRecorder, type DualClassDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** Options of {@link Toolset}. Constants: the reflector evaluates them at build time. */
export interface ToolsetOptions {
  /** Names the toolset in messages and definitions. Default: the class name. */
  readonly name?: string;
  /** Stands before every tool name: `file` makes `file_read` of `read`. Default: none. */
  readonly prefix?: string;
  /** The version of all tools that have none of their own. Default: `0`. */
  readonly version?: string;
  /** Default: the JSDoc comment of the class. */
  readonly description?: string;
  /** A text for the system prompt, given by `run.instructions()` while a tool of this set is visible. */
  readonly instructions?: string | ((run: never) => string);
}

/**
 * Makes the `@Tool` methods of a class tools. The class is reflected by `haft build`.
 *
 * @example
 * @Toolset({ prefix: 'file' })
 * export class FileToolset {}
 */
export function Toolset(options: ToolsetOptions = {}): DualClassDecorator {
  return classRecorder(RECORD.toolset, options);
}
