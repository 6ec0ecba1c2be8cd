import type { Path } from '../issues/issue.js';
import type { JsonSchema } from '../json-schema.js';

/** What {@link compareDefinitions} reads of a tool; a `ToolDefinition` fits. */
export interface ComparedDefinition {
  readonly name: string;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  /** Earlier names that are still taken. */
  readonly aliases?: readonly string[] | undefined;
  readonly parameters: JsonSchema;
  readonly result?: JsonSchema | undefined;
}

/**
 * `breaking`: a call that was accepted may be refused now, or a result may have a form that it never had.
 * `compatible`: everything that worked still works. `info`: only texts changed.
 */
export type Compatibility = 'breaking' | 'compatible' | 'info';

/** One difference between two versions of a tool. */
export interface DefinitionChange {
  readonly compatibility: Compatibility;
  /** The tool's name; the old one where it was renamed. */
  readonly tool: string;
  /** Undefined for the tool as a whole. */
  readonly part?: 'parameters' | 'result';
  /** Where in the arguments or in the result; `*` stands for every item, or every other property. */
  readonly path: Path;
  /** What is different, as a sentence without its full stop: `maximum 100 became 50`. */
  readonly message: string;
}

/** What {@link compareDefinitions} found. */
export interface DefinitionComparison {
  /** By tool name, breaking changes of a tool first. */
  readonly changes: readonly DefinitionChange[];
  readonly breaking: boolean;
  /** Tools with a breaking change whose version is still the old one, sorted. */
  readonly withoutNewVersion: readonly string[];
}
