import type { JsonSchemaObject, JsonValue } from '@haft/schema';

/** What a tool promises about its effects; hosts and models may rely on it, Haft does. */
export interface ToolHints {
  /** Changes nothing. */
  readonly readOnly?: boolean;
  /** May destroy what was there. */
  readonly destructive?: boolean;
  /** The same call twice has the effect of one. */
  readonly idempotent?: boolean;
  /** Reaches beyond this system (the web, other people). */
  readonly openWorld?: boolean;
}

/** What a model is shown of a tool, and what a host may want to know of it. Plain JSON. */
export interface ToolDefinition {
  /** Matches `^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`. */
  readonly name: string;
  readonly description: string;
  /** Draft 2020-12, `type: "object"` at the root. */
  readonly parameters: JsonSchemaObject;
  /** The schema of the result as the model reads it, when the method's type tells it. */
  readonly result?: JsonSchemaObject | undefined;
  readonly hints?: ToolHints | undefined;
  /** Valid argument objects that show how the tool is used. */
  readonly examples?: readonly Readonly<Record<string, JsonValue>>[] | undefined;
  /** The toolset's name. */
  readonly toolset: string;
  readonly version: string;
  /** SHA-256 of name, version and canonical parameter schema. */
  readonly fingerprint: string;
  /** Asks for, or forbids, the strict mode of providers; unset lets the dialect choose. */
  readonly strict?: boolean | undefined;
  /** Hidden until the provider's own tool search finds it (run option `toolSearch: 'provider'`). */
  readonly deferred?: true | undefined;
  /** For the host; in no wire form. */
  readonly metadata?: Readonly<Record<string, JsonValue>> | undefined;
}
