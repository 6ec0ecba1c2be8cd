import type { MakeApplicators } from '../check/schema-node.js';
import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../json-schema.js';
import type { StepBudget } from '../patterns/step-budget.js';
import type { Resolve } from '../references/resolve.js';
import type { ValuePlan } from '../examples/value-plan.js';

/** A keyword of JSON Schema that Haft reads and writes. */
export type KeywordName = keyof JsonSchemaObject;

type ArgumentOf<K extends KeywordName> = Exclude<JsonSchemaObject[K], undefined>;

/** The form of a keyword. */
export interface Keyword {
  /**
   * The rule of the meta-schema for the argument. Unset if it has no rule, or if the argument is a
   * schema.
   */
  readonly argument?: ArgumentRule;
  /** The types of values that the keyword checks. Unset if it checks all types. */
  readonly types?: readonly JsonType[];
  /** The place of schemas in the argument. Unset if it has none. */
  readonly schemas?: HeldSchemas;
  /** Whether the keyword does not check values. */
  readonly isAnnotation?: true;
}

/** A rule for the argument of a keyword. */
export interface ArgumentRule {
  /** A noun phrase: `a number above 0`. */
  readonly kind: string;
  readonly accepts: (argument: unknown) => boolean;
}

/**
 * The place of schemas in the argument of a keyword. `one or list`: a list before draft 2020-12.
 */
export interface HeldSchemas {
  readonly as: 'one' | 'list' | 'map' | 'one or list';
  readonly relation: Relation;
}

/**
 * The relation of an inner schema to the value. It applies to the same value, only tests it
 * (`asks`), or applies to a property, an item or a name in it. A definition applies to no value.
 */
export type Relation = 'same' | 'asks' | 'property' | 'entry' | 'item' | 'name' | 'definition';

/** The behaviour of a keyword in the interpreting checker, and its phrases. */
export interface Check<A = never> {
  readonly assertion?: AssertionCheck<A>;
  /** Binds the check for the parts of a value. Keywords of one module share it. */
  readonly applicators?: MakeApplicators;
  /**
   * Returns the whole noun phrase of a schema.
   *
   * @param nested - undefined if the schema has a type, or is nested too deeply
   */
  readonly phrase?: (schema: JsonSchemaObject, nested: NestedPhrases | undefined) => string | undefined;
  /** Adds to the phrase of one type: `a string` becomes `a string of 1 to 3 characters`. */
  readonly part?: PhrasePart;
  /** The type that the keyword implies in a schema without `type`. */
  readonly implies?: JsonType;
}

/** A keyword that checks a value without its parts. */
export interface AssertionCheck<A = never> {
  /** The kinds of values that it checks, as bits of `KIND`. Default: those of its types. */
  readonly kinds?: number | undefined;
  /** Returns the test for an argument, or undefined if the argument checks nothing. */
  readonly test: (argument: A, budget: StepBudget) => ((value: never) => boolean) | undefined;
  /** Whether another type of the value, or of a part of it, could be valid. */
  readonly mayPass?: boolean | undefined;
  /** Describes a wrong count. Then the problem names only the count. */
  readonly count?: ((schema: JsonSchemaObject, value: never) => CountProblem) | undefined;
  /** Returns a function that tells the flaw of a value like a valid one: `there is no such day`. */
  readonly flaw?: ((argument: A) => ((value: never) => string | undefined) | undefined) | undefined;
}

/** A problem with a count. */
export interface CountProblem {
  readonly expected: string | undefined;
  readonly receivedText?: string;
}

/**
 * A function that adds to the phrase of one type of a schema.
 *
 * @param nested - undefined if the schema is nested too deeply
 */
export type PhrasePart = (
  phrase: string,
  schema: JsonSchemaObject,
  type: JsonType,
  nested: NestedPhrases | undefined,
) => string;

/** Phrases of the schemas inside a schema. */
export interface NestedPhrases {
  readonly resolve: Resolve;
  readonly phraseOf: (schema: JsonSchema) => string;
}

/** The role of a keyword in examples, comparisons and merged schemas. */
export interface Analysis<A = never> {
  /** Returns values of a schema with the keyword, for examples. */
  readonly gives?: (argument: A) => readonly JsonValue[];
  /** Narrows the plan of an example. */
  readonly narrows?: (plan: ValuePlan, argument: A) => void;
  readonly comparison: Comparison<A>;
  readonly merging: Merging<A>;
}

/**
 * The effect of a changed keyword on the valid values. `text`: the keyword only describes.
 * `inside`: the driver compares the schemas, or the names and values, in the argument.
 */
export type Comparison<A = never> = LimitComparison | TestComparison<A> | 'text' | 'nothing' | 'inside';

/** A keyword with a number. */
export interface LimitComparison {
  /** The effect of a larger number. */
  readonly larger: 'narrower' | 'wider';
  /** Returns the number of a schema without the keyword. */
  readonly implied?: (schema: JsonSchemaObject) => number | undefined;
}

/** A keyword that is present or absent. Different arguments are incomparable without `within`. */
export interface TestComparison<A = never> {
  readonly test: true;
  /** Returns whether every value that `inner` accepts is valid for `outer`. */
  readonly within?: (inner: A, outer: A) => boolean;
  /** A text that replaces every message about a change. */
  readonly message?: string;
}

/**
 * The rule that merges two arguments of a keyword into one that requires both. `first`: keeps the
 * first one. `apart`: never merges. A keyword with `tiedTo` cannot join a schema that has the other
 * keyword.
 */
export type Merging<A = never> =
  | { readonly both: (a: A, b: A, merge: MergeSchemas) => unknown }
  | { readonly tiedTo: KeywordName }
  | 'first'
  | 'apart';

/** Merges two schemas into one that requires both. */
export type MergeSchemas = (a: JsonSchema, b: JsonSchema) => JsonSchema;

/** The `keyword` object of a module: see {@link Keyword}. */
export type Keywords<K extends KeywordName> = Readonly<Record<K, Keyword>>;

/** The `check` object of a module: see {@link Check}. */
export type Checks<K extends KeywordName> = { readonly [P in K]: Check<ArgumentOf<P>> };

/** The `analysis` object of a module: see {@link Analysis}. */
export type Analyses<K extends KeywordName> = { readonly [P in K]: Analysis<ArgumentOf<P>> };
