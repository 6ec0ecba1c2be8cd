import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { DefinitionKind, Icon } from './offers.js';
import type { Requirement } from './requirement.js';

/** The effects that a tool promises. Haft relies on them, and hosts and models may too. */
export interface ToolHints {
  /** Whether it changes nothing. */
  readonly readOnly?: boolean;
  /** Whether it may destroy existing data. */
  readonly destructive?: boolean;
  /** Whether calling it twice has the effect of one call. */
  readonly idempotent?: boolean;
  /** Whether it reaches beyond this system (the web, other people). */
  readonly openWorld?: boolean;
}

/** The value of a reference that a tool returns. */
export interface ReferenceDefinition {
  /** The type, such as `Invoice[]`. */
  readonly type: string;
  /** The schema of the value. */
  readonly schema: JsonSchemaObject;
}

/** The definition of a tool for models and for the host. Plain JSON. */
export interface ToolDefinition {
  /** Set for a resource and for a prompt, which no model sees. Unset: a tool. */
  readonly kind?: Exclude<DefinitionKind, 'tool'> | undefined;
  /** Matches `^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`. */
  readonly name: string;
  /** The purpose of the tool, for the model. */
  readonly description: string;
  /** The name for people. */
  readonly title?: string | undefined;
  /** Images for user interfaces. */
  readonly icons?: readonly Icon[] | undefined;
  /** Draft 2020-12, `type: "object"` at the root. */
  readonly parameters: JsonSchemaObject;
  /** The schema of the result as the model reads it, if the method's type has one. */
  readonly result?: JsonSchemaObject | undefined;
  /** The stored value, if the result is a reference. See `Ref`. */
  readonly reference?: ReferenceDefinition | undefined;
  /** The effects that the tool promises. */
  readonly hints?: ToolHints | undefined;
  /** Valid arguments that show how to use the tool. */
  readonly examples?: readonly Readonly<Record<string, JsonValue>>[] | undefined;
  /** The name of the toolset. */
  readonly toolset: string;
  /** The version of the tool. `0` if its author gave none. */
  readonly version: string;
  /** SHA-256 of name, version and canonical parameter schema. */
  readonly fingerprint: string;
  /**
   * Whether the tool requires or forbids the strict mode of providers. If unset, the dialect
   * chooses.
   */
  readonly strict?: boolean | undefined;
  /**
   * Hidden: the tool search of the provider finds it (run option `toolSearch: 'provider'`), or the
   * model calls it with `call_tool`.
   */
  readonly deferred?: true | undefined;
  /**
   * Whether programs of the provider may call the tool. `true`: they may in this run (run option
   * `programs: 'provider'`). `false`: its author forbids it.
   */
  readonly programs?: boolean | undefined;
  /**
   * The permissions that the user of the run needs, all of them. No wire form contains them. Unset
   * if there are none.
   */
  readonly requires?: readonly Requirement[] | undefined;
  /**
   * The text that `search_tools` reads instead of the description and the parameters. No wire form
   * contains it.
   */
  readonly search?: string | undefined;
  /** Facts for the host. No wire form contains them. */
  readonly metadata?: Readonly<Record<string, JsonValue>> | undefined;
}
