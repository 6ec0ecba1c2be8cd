import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonValue } from '../json-schema.js';

/** The part of a tool that {@link compareDefinitions} reads. A `ToolDefinition` is assignable. */
export interface ComparedDefinition {
  /** The name of the tool. */
  readonly name: string;
  /** Set for a resource and for a prompt, whose names are separate. Unset: a tool. */
  readonly kind?: 'resource' | 'prompt' | undefined;
  /** The URI or the URI template of a resource. */
  readonly uri?: string | undefined;
  /** The type of the contents of a resource. */
  readonly mimeType?: string | undefined;
  /** The version of the tool. Unset equals the empty text. */
  readonly version?: string | undefined;
  /** The description for the model. */
  readonly description?: string | undefined;
  /** Earlier names that callers may still use. */
  readonly aliases?: readonly string[] | undefined;
  /** Aliases of names in the arguments. Unset if there are none. */
  readonly propertyAliases?: PropertyAliases | undefined;
  /** The schema of the arguments. */
  readonly parameters: JsonSchema;
  /** The schema of the result. Unset if the tool has none. */
  readonly result?: JsonSchema | undefined;
  /** The schema of the stored value, if the result is a reference. */
  readonly reference?: { readonly schema: JsonSchema } | undefined;
  /** The hints about the effects of a call. */
  readonly hints?: ComparedHints | undefined;
  /** Whether the definition asks for the strict mode of providers. */
  readonly strict?: boolean | undefined;
  /** The paths of values that events and logs hide. `*` stands for every item or key. */
  readonly sensitive?: readonly Path[] | undefined;
  /** The values that the user supplies. Unset if calls ask for none. */
  readonly input?: ComparedInput | undefined;
  /** Facts for the host. */
  readonly metadata?: Readonly<Record<string, JsonValue>> | undefined;
  /**
   * Unset if the settings are unknown, for example in a tool of another server or in an older file.
   */
  readonly settings?: ComparedSettings | undefined;
}

/** Names of properties by alias, by JSON pointer of the schema of their object. */
export type PropertyAliases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The values that the user supplies to a tool. */
export interface ComparedInput {
  /** The schema of the object with the values by name. */
  readonly schema: JsonSchema;
  /** The paths of values that events and logs hide. `*` stands for every item or key. */
  readonly sensitive?: readonly Path[] | undefined;
}

/**
 * The settings that decorators give to the calls of a tool. A function or an expression gives the
 * value `computed` at run time. Functions, classes and objects have only their names here.
 */
export interface ComparedSettings {
  /** The permissions that the user needs, all of them. One of several is `a | b`. */
  readonly requires?: readonly string[] | undefined;
  /** Whether a person must approve calls. */
  readonly approval?: true | 'computed' | undefined;
  /** Whether another system executes calls. */
  readonly external?: true | undefined;
  /** Whether a result ends the run. */
  readonly final?: true | undefined;
  /** Whether calls run one after the other. */
  readonly sequential?: true | undefined;
  /** The time limit of a call, in milliseconds. */
  readonly timeoutMs?: number | 'computed' | undefined;
  /** The number of retries. */
  readonly retries?: number | 'computed' | undefined;
  /** The limit of calls in one run. */
  readonly callsPerRun?: number | 'computed' | undefined;
  /** The limit of concurrent calls. */
  readonly concurrentCalls?: number | 'computed' | undefined;
  /** The limit of calls in one minute. */
  readonly callsPerMinute?: number | 'computed' | undefined;
  /** The largest age of a cached result, in milliseconds. */
  readonly cacheMs?: number | 'computed' | undefined;
  /** The scope of cached results. */
  readonly cacheScope?: 'run' | 'user' | 'global' | 'computed' | undefined;
  /** Whether calls are executed in the background, so that they give a task. */
  readonly background?: true | undefined;
  /** The queue of background calls. */
  readonly queue?: string | undefined;
  /** Whether a worker thread executes calls. */
  readonly isolated?: true | undefined;
  /** Whether calls have effects that must be neither lost nor repeated in silence. */
  readonly effect?: true | undefined;
  /** The method that finds out what became of a call. */
  readonly reconcile?: string | undefined;
  /** Whether a call runs again after a crash, because all its effects are inner calls. */
  readonly replays?: true | 'computed' | undefined;
  /** The method that tells what a call would do. */
  readonly preview?: string | undefined;
  /** The check of arguments. */
  readonly validate?: readonly string[] | undefined;
  /** The functions that change or hide the definition. */
  readonly prepare?: readonly string[] | undefined;
  /** The interceptors around a call. */
  readonly interceptors?: readonly string[] | undefined;
  /** The errors with a text for the model. */
  readonly mapErrors?: readonly string[] | undefined;
  /** The function that narrows the values of the user. */
  readonly narrowInput?: readonly string[] | undefined;
  /** The function that tells which earlier results are obsolete. */
  readonly supersedes?: readonly string[] | undefined;
}

/** The hints of a definition. */
export interface ComparedHints {
  /** Whether a call changes nothing. */
  readonly readOnly?: boolean | undefined;
  /** Whether a call may destroy data. */
  readonly destructive?: boolean | undefined;
  /** Whether a repeated call has no further effect. */
  readonly idempotent?: boolean | undefined;
  /** Whether a call reaches other systems. */
  readonly openWorld?: boolean | undefined;
}

/**
 * The effect of a change. `breaking`: Haft may now reject a call that was accepted, a result may
 * have a new form, or another guarantee is gone. `compatible`: everything that worked still works.
 * `info`: only texts changed, or code whose effect on callers is unknown.
 */
export type Compatibility = 'breaking' | 'compatible' | 'info';

/** A difference between two versions of a tool. */
export interface DefinitionChange {
  /** The effect of the change on callers. */
  readonly compatibility: Compatibility;
  /**
   * The name of the tool. The old name if it changed. With its kind for others: `resource order`.
   */
  readonly tool: string;
  /** The schema that changed. Undefined for the tool as a whole. */
  readonly part?: 'parameters' | 'result' | 'input';
  /**
   * The place in the arguments, in the result or in the values of the user. `*` stands for every
   * item, or every other property.
   */
  readonly path: Path;
  /** The difference as a sentence without its full stop: `maximum 100 became 50`. */
  readonly message: string;
}

/** The result of {@link compareDefinitions}. */
export interface DefinitionComparison {
  /** The changes by tool name, with the breaking changes of a tool first. */
  readonly changes: readonly DefinitionChange[];
  /** Whether a change is breaking. */
  readonly breaking: boolean;
  /** Tools with a breaking change and the old version, sorted. */
  readonly withoutNewVersion: readonly string[];
}
