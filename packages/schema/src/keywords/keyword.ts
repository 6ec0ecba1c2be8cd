import type { MakeApplicators } from '../check/schema-node.js';
import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../json-schema.js';
import type { StepBudget } from '../patterns/step-budget.js';
import type { Resolve } from '../references/resolve.js';
import type { ValuePlan } from '../examples/value-plan.js';

/** A keyword of JSON Schema that Haft reads and writes. */
export type KeywordName = keyof JsonSchemaObject;

type ArgumentOf<K extends KeywordName> = Exclude<JsonSchemaObject[K], undefined>;

/** How a keyword stands in a schema. */
export interface Keyword {
  /** What the meta-schema asks of the argument. Unset: nothing, or the argument is a schema. */
  readonly argument?: ArgumentRule;
  /** The types of the values that the keyword asks something of. Unset: all. */
  readonly types?: readonly JsonType[];
  /** How the argument holds schemas. Unset: it holds none. */
  readonly schemas?: HeldSchemas;
  /** Whether the keyword says nothing about which values are valid. */
  readonly isAnnotation?: true;
}

/** What the argument of a keyword must be. */
export interface ArgumentRule {
  /** As a noun phrase: `a number above 0`. */
  readonly kind: string;
  readonly accepts: (argument: unknown) => boolean;
}

/** How the argument of a keyword holds schemas. `one or list`: a list before draft 2020-12. */
export interface HeldSchemas {
  readonly as: 'one' | 'list' | 'map' | 'one or list';
  readonly relation: Relation;
}

/**
 * How a schema inside another one relates to the value: it speaks of the same value, only asks
 * something of it, or speaks of a property, an item or a name in it. A definition speaks of nothing.
 */
export type Relation = 'same' | 'asks' | 'property' | 'entry' | 'item' | 'name' | 'definition';

/** What the interpreting checker does for a keyword, and what it says in phrases. */
export interface Check<A = never> {
  readonly assertion?: AssertionCheck<A>;
  /** Binds the check of a keyword that looks into a value. Keywords of one module share it. */
  readonly applicators?: MakeApplicators;
  /**
   * Returns the whole noun phrase of a schema.
   *
   * @param nested - undefined if the schema names its type, or stands too deep in others
   */
  readonly phrase?: (schema: JsonSchemaObject, nested: NestedPhrases | undefined) => string | undefined;
  /** Adds to the phrase of one type: `a string` becomes `a string of 1 to 3 characters`. */
  readonly part?: PhrasePart;
  /** The type of a schema with this keyword that names none. */
  readonly implies?: JsonType;
}

/** A keyword that looks at one value and not into it. */
export interface AssertionCheck<A = never> {
  /** The kinds of values that it looks at, as bits of `KIND`. */
  readonly kinds: number;
  /** Returns the test of an argument; undefined if there is nothing to test. */
  readonly test: (argument: A, budget: StepBudget) => ((value: never) => boolean) | undefined;
  /** Whether another type of the value, or of what is in it, could be valid. */
  readonly mayPass?: boolean | undefined;
  /** Describes a wrong count: then the problem is about the count alone. */
  readonly count?: ((schema: JsonSchemaObject, value: never) => CountProblem) | undefined;
}

/** What is wrong with a count. */
export interface CountProblem {
  readonly expected: string | undefined;
  readonly receivedText?: string;
}

/** Adds to the phrase of one type of a schema. */
export type PhrasePart = (phrase: string, schema: JsonSchemaObject, type: JsonType) => string;

/** Phrases of the schemas inside a schema. */
export interface NestedPhrases {
  readonly resolve: Resolve;
  readonly phraseOf: (schema: JsonSchema) => string;
}

/** What a keyword means to code that makes examples, compares schemas or merges them. */
export interface Analysis<A = never> {
  readonly example: Example<A>;
  readonly comparison: Comparison<A>;
  readonly merging: Merging<A>;
}

/**
 * What a keyword means for examples: it gives values, narrows the plan of one, is written out before
 * there is a plan (`combined`), or only checks the values that are made (`checks`).
 */
export type Example<A = never> =
  | { readonly gives: (argument: A) => readonly JsonValue[] }
  | { readonly narrows: (plan: ValuePlan, argument: A) => void }
  | 'combined'
  | 'checks'
  | 'nothing';

/**
 * What a change of a keyword means for the values that are valid. `text`: it only describes.
 * `inside`: the schemas, or the names and values in it, are compared.
 */
export type Comparison<A = never> = LimitComparison | TestComparison<A> | 'text' | 'nothing' | 'inside';

/** A keyword with a number. */
export interface LimitComparison {
  /** What a larger number does. */
  readonly larger: 'narrower' | 'wider';
  /** The number in a schema that does not name it. */
  readonly implied?: (schema: JsonSchemaObject) => number | undefined;
}

/** A keyword that is there or not. Two different arguments cannot be compared, unless by `within`. */
export interface TestComparison<A = never> {
  readonly test: true;
  /** Returns whether an argument takes no value that the other one rejects. */
  readonly within?: (inner: A, outer: A) => boolean;
  /** Replaces the message about any change. */
  readonly message?: string;
}

/**
 * How two arguments of a keyword become one that asks for both. `first`: the first one stays.
 * `apart`: never. A keyword with `tiedTo` cannot join a schema that has the other keyword.
 */
export type Merging<A = never> =
  | { readonly both: (a: A, b: A, merge: MergeSchemas) => unknown }
  | { readonly tiedTo: KeywordName }
  | 'first'
  | 'apart';

/** Returns one schema that asks for what two ask for. */
export type MergeSchemas = (a: JsonSchema, b: JsonSchema) => JsonSchema;

/** How providers and earlier versions of JSON Schema write a keyword. */
export interface Conversion {
  /**
   * `form`: the writer of each form decides about it. `part`: it belongs to another keyword.
   * `structure`: it says nothing about a value. `moved`: if a provider does not have it, it moves
   * into the description.
   */
  readonly role: 'form' | 'part' | 'structure' | 'moved';
  /** The providers with this keyword, in strict mode if they have one. */
  readonly of?: readonly DialectWords[];
  /** Returns whether a provider takes the argument too. Unset: any. */
  readonly takes?: (words: DialectWords, argument: unknown, type: JsonType | undefined) => boolean;
  /** Whether OpenAPI 3.0 has the keyword. */
  readonly inOpenApi: boolean;
  /** Rewrites a schema for OpenAPI 3.0. Also called if the schema has no such keyword. */
  readonly toOpenApi?: SchemaStep;
  /** Rewrites a schema for draft 07. Also called if the schema has no such keyword. */
  readonly toDraft07?: SchemaStep;
}

/** Providers with their own set of keywords. */
export type DialectWords = 'openai' | 'anthropic' | 'gemini';

/** Rewrites a schema in the words of an earlier version. */
export type SchemaStep = (schema: Record<string, unknown>) => Record<string, unknown>;

/** What a module says about its keywords: see {@link Keyword}. */
export type Keywords<K extends KeywordName> = Readonly<Record<K, Keyword>>;

/** What a module says about its keywords: see {@link Check}. */
export type Checks<K extends KeywordName> = { readonly [P in K]: Check<ArgumentOf<P>> };

/** What a module says about its keywords: see {@link Analysis}. */
export type Analyses<K extends KeywordName> = { readonly [P in K]: Analysis<ArgumentOf<P>> };

/** What a module says about its keywords: see {@link Conversion}. */
export type Conversions<K extends KeywordName> = Readonly<Record<K, Conversion>>;
