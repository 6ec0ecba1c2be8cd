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
  readonly hints?: ComparedHints | undefined;
  readonly strict?: boolean | undefined;
  /** Where values stand that are in no event or log; `*` stands for every item or key. */
  readonly sensitive?: readonly Path[] | undefined;
  /** Unset if they are unknown: of a tool of another server, or of an older file. */
  readonly settings?: ComparedSettings | undefined;
}

/** What decorators say of the calls of a tool. `computed`: a function or an expression says it at run time. */
export interface ComparedSettings {
  /** A person must approve calls. */
  readonly approval?: true | 'computed' | undefined;
  /** Another system executes calls. */
  readonly external?: true | undefined;
  /** A result ends the run. */
  readonly final?: true | undefined;
  readonly sequential?: true | undefined;
  readonly timeoutMs?: number | 'computed' | undefined;
  readonly retries?: number | 'computed' | undefined;
  readonly callsPerRun?: number | 'computed' | undefined;
  readonly concurrentCalls?: number | 'computed' | undefined;
  readonly callsPerMinute?: number | 'computed' | undefined;
  /** How old a cached result may be, in milliseconds. */
  readonly cacheMs?: number | 'computed' | undefined;
  readonly cacheScope?: 'run' | 'user' | 'global' | 'computed' | undefined;
}

/** The hints of a definition. */
export interface ComparedHints {
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly idempotent?: boolean | undefined;
  readonly openWorld?: boolean | undefined;
}

/**
 * `breaking`: a call that was accepted may be refused now, a result may have a form that it never had, or a promise is gone.
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
