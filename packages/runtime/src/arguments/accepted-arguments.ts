import type { Issue, JsonSchemaObject, JsonValue, Path, SchemaChecker } from '@haft/schema';
import type { StepBudget } from '@haft/schema/internal';
import type { ReadArguments } from '@haft/core/reflected';
import type { Repair } from '@haft/core';
import type { CompiledChecks } from './checker-of.js';
import type { EmittedChecks } from './emitted-checks.js';
import type { ToolCollector } from './tool-collector.js';
import type { MessageTable } from './rules/message-places.js';

/**
 * How the arguments of one tool are accepted: what the descriptor of the tool knows, its schema
 * parsed on first use.
 */
export interface ArgumentCheck {
  /**
   * Checks and builds in one pass; `undefined` when the value breaks the schema. Never changes what
   * it is given.
   */
  readonly read: (args: unknown) => ReadArguments | undefined;
  /** Where `read` is imported by the first call: until it is there, it takes nothing. */
  readonly emitted?: EmittedChecks | undefined;
  /** The parameter schema. */
  readonly schema: () => JsonSchemaObject;
  /** One valid arguments object, where there is one. */
  readonly example: () => Readonly<Record<string, JsonValue>> | undefined;
  /**
   * For a check that needs what is loaded on demand: until then it reads nothing.
   *
   * @throws HaftError `HAFT_PART_MISSING` when its own module is not loaded
   */
  readonly complete?: ((tools: CheckTools) => void) | undefined;
  /**
   * What only the check itself can explain: asked when the arguments were refused and the schema
   * finds nothing wrong.
   */
  readonly issuesOf?: ((args: unknown) => readonly Issue[]) | undefined;
  /**
   * Returns whether a part of the check is asynchronous for arguments that `read` accepted, so that
   * the arguments may still be rejected.
   */
  readonly isPending?: ((args: object) => boolean) | undefined;
  /**
   * Some part of the schema takes any depth or any names: the arguments are walked for limits
   * first.
   */
  readonly open: boolean;
  /**
   * The name of the one object parameter: `{ name: {...} }` is taken for `{...}` where it cannot be
   * confused.
   */
  readonly envelope?: string | undefined;
  /**
   * The tool gets the defaults of the schema for what is absent. Where it does not, a default is
   * only told to the model.
   */
  readonly appliesDefaults?: boolean | undefined;
  /** Paths whose values are in no text, event or log; `*` stands for every item or key. */
  readonly sensitive: readonly Path[];
  /** The tool's hints say that it changes nothing. */
  readonly readOnly?: boolean | undefined;
  /**
   * What the generated module knows of parts of the schema: what these take needs no further look.
   */
  readonly compiled?: CompiledChecks | undefined;
  /**
   * Says what is wrong with arguments without a look at the schema. Of another schema than the
   * tool's own there is none.
   */
  readonly collector?: ToolCollector | undefined;
  /**
   * What the author of a DTO wrote for broken rules: by JSON pointer into the schema, then by
   * keyword.
   */
  readonly messages?: (() => MessageTable) | undefined;
}

/** What a check may need of the part that is loaded on demand. */
export interface CheckTools {
  checkerOf(schema: JsonSchemaObject): SchemaChecker;
  exampleOf(schema: JsonSchemaObject): JsonValue | undefined;
  compiledPattern(pattern: string, budget: StepBudget): { test(text: string): boolean } | undefined;
  /** The steps that patterns may take in one check. */
  stepBudget(): StepBudget;
}

/** How large arguments may be, and how far they are mended. */
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

/** How one runtime accepts arguments. */
export interface AcceptOptions extends ArgumentLimits {
  /** Names of properties, in lower case, whose values are shown in no text. */
  readonly secretNames?: ReadonlySet<string> | undefined;
}

/** What came of the arguments of a call. */
export type ArgumentsOutcome = AcceptedArguments | RefusedArguments;

/** Arguments that fulfil the schema. */
export interface AcceptedArguments {
  /** What the tool is called with: defaults, DTO instances, dates and maps built. */
  readonly args: ReadArguments;
  /**
   * The same in the form that a model may send: repaired and coerced, but not revived; without
   * defaults.
   */
  readonly wire: Readonly<Record<string, JsonValue>>;
  readonly repairs: readonly Repair[];
  readonly refusal?: undefined;
}

/** Arguments that were refused. */
export interface RefusedArguments {
  readonly refusal: ArgumentRefusal;
  readonly repairs: readonly Repair[];
  /** The object that the issues are about, for rules of its valid values. Never shown. */
  readonly checked?: CheckedValue | undefined;
}

/** An object that breaks the schema. */
export interface CheckedValue {
  readonly value: Readonly<Record<string, JsonValue>>;
  /** With paths into the value, also those that no text shows. */
  readonly issues: readonly Issue[];
}

/**
 * Why arguments were refused: problems as data, or one sentence where there is no document to point
 * into.
 */
export interface ArgumentRefusal {
  readonly issues: readonly Issue[];
  /** A whole sentence, for text that is no JSON, too large or cut off; then `issues` is empty. */
  readonly problem?: string | undefined;
}
