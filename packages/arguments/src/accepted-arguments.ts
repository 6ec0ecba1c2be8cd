import type { Issue, JsonSchemaObject, JsonValue, Path, SchemaChecker } from '@haft/schema';
import type { PropertyAliases } from '@haft/schema/compatibility';
import type { ReadArguments } from '@haft/core/reflected';
import type { Repair } from '@haft/core';
import type { Ajv, CountedCheck } from './ajv/counted-check.js';
import type { CompiledChecks } from './checker-of.js';
import type { EmittedChecks } from './emitted-checks.js';
import type { LibraryIssue } from './issue-of-library.js';
import type { ToolCollector } from './tool-collector.js';
import type { MessageTable } from './rules/message-places.js';

/** The functions and facts that validate the arguments of one tool. */
export interface ArgumentCheck {
  /** Validates and builds the arguments. Returns undefined if they break the schema. */
  readonly read: (args: unknown) => ReadArguments | undefined;
  /** Emitted code of `read`, if the first call imports it. Before that, `read` accepts nothing. */
  readonly emitted?: EmittedChecks | undefined;
  /** Returns the parameter schema. */
  readonly schema: () => JsonSchemaObject;
  /** Returns a valid arguments object, or undefined if it knows none. */
  readonly example: () => Readonly<Record<string, JsonValue>> | undefined;
  /**
   * Gives the check lazily loaded functions. If it exists, `read` accepts nothing before the call.
   *
   * @throws {HaftError} HAFT_PART_MISSING if the module of the check is not loaded
   */
  readonly complete?: ((tools: CheckTools) => void) | undefined;
  /** Explains a rejection by `read` if the schema itself finds no issue. */
  readonly issuesOf?: ((args: unknown) => readonly Issue[]) | undefined;
  /**
   * Explains a rejection like `issuesOf`, by a library that answers later. Returns undefined if the
   * library has answered already.
   */
  readonly issuesLater?: ((args: unknown) => Promise<readonly Issue[]> | undefined) | undefined;
  /**
   * Returns whether a part of the check is asynchronous for arguments that `read` accepted, so that
   * the arguments may still be rejected.
   */
  readonly isPending?: ((args: object) => boolean) | undefined;
  /** Whether the schema allows any depth or names, so Haft measures the arguments first. */
  readonly open: boolean;
  /** Name of the only object parameter. Haft reads `{ name: {...} }` as `{...}` if it is clear. */
  readonly envelope?: string | undefined;
  /** Returns the aliases of names in the arguments. Only invalid arguments need them. */
  readonly aliases?: (() => PropertyAliases) | undefined;
  /**
   * Returns the arguments of a similar tool elsewhere as those of this tool, or undefined if they
   * have no certain meaning. Only invalid arguments need it.
   */
  readonly reform?: ((args: Readonly<Record<string, JsonValue>>) => object | undefined) | undefined;
  /** Whether the tool gets the defaults of the schema for absent properties. Default: false. */
  readonly appliesDefaults?: boolean | undefined;
  /** Paths of values for no text, event or log. `*` means each item or key. */
  readonly sensitive: readonly Path[];
  /** Whether the hints of the tool say that it is read-only. Default: false. */
  readonly readOnly?: boolean | undefined;
  /** Emitted checks of parts of the schema. Haft does not interpret these parts. */
  readonly compiled?: CompiledChecks | undefined;
  /** Emitted code that explains invalid arguments. Missing if the tool has another schema. */
  readonly collector?: ToolCollector | undefined;
  /** Returns the messages of the author of a DTO for broken rules. */
  readonly messages?: (() => MessageTable) | undefined;
}

/** The lazily loaded functions for a check. */
export interface CheckTools {
  checkerOf(schema: JsonSchemaObject): SchemaChecker;
  exampleOf(schema: JsonSchemaObject): JsonValue | undefined;
  countedCheck(ajv: Ajv, schema: JsonSchemaObject): CountedCheck;
  issueOfLibrary(issue: LibraryIssue, args: unknown): Issue;
}

/** The limits of arguments and the extent of repairs. */
export interface ArgumentLimits {
  /**
   * Longest JSON text, in characters. For objects: the sum of their names and strings.
   * Default: 262,144.
   */
  readonly maxCharacters: number;
  /** Deepest nesting of arrays and objects. Default: 64. */
  readonly maxDepth: number;
  /** Most values in the arguments, including the outermost. Default: 10,000. */
  readonly maxNodes: number;
  /**
   * Whether Haft repairs broken JSON. `'readOnlyTools'`: only for tools with the hint `readOnly`.
   * For the others, Haft removes code fences and prose, and asks the model to correct the rest.
   * `'never'`: Haft removes nothing. Default: `'all'`.
   */
  readonly repair: 'all' | 'readOnlyTools' | 'never';
}

/** The options of one runtime for arguments. */
export interface AcceptOptions extends ArgumentLimits {
  /** Names of properties, in lower case, whose values appear in no text. Default: none. */
  readonly secretNames?: ReadonlySet<string> | undefined;
}

/** The result of the validation of arguments. */
export type ArgumentsOutcome = AcceptedArguments | RefusedArguments;

/** Valid arguments. */
export interface AcceptedArguments {
  /** Arguments for the call, with defaults, DTO instances, dates and maps. */
  readonly args: ReadArguments;
  /** Arguments as JSON after repairs, without defaults. */
  readonly wire: Readonly<Record<string, JsonValue>>;
  /** Changes that Haft made before it accepted them. */
  readonly repairs: readonly Repair[];
  /** Undefined, to distinguish them from refused arguments. */
  readonly refusal?: undefined;
}

/** Invalid arguments. */
export interface RefusedArguments {
  /** Reason for the rejection. */
  readonly refusal: ArgumentRefusal;
  /** Changes that Haft made before it rejected them. */
  readonly repairs: readonly Repair[];
  /** Object with the issues, for the rules of its valid values. No text shows it. */
  readonly checked?: CheckedValue | undefined;
}

/** An object that breaks the schema. */
export interface CheckedValue {
  readonly value: Readonly<Record<string, JsonValue>>;
  /** Issues with paths into the value, also with paths that no text shows. */
  readonly issues: readonly Issue[];
}

/** The reason why Haft rejected arguments. */
export interface ArgumentRefusal {
  /** Problems as data. Empty if there is a `problem`. */
  readonly issues: readonly Issue[];
  /** Sentence about a text that is not JSON, too large or incomplete. */
  readonly problem?: string | undefined;
}
