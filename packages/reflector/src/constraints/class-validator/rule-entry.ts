import type { JsonSchemaObject } from '@haft/schema';
import type { Constant } from '../../program/constant.js';

/** One decorator of class-validator and its schema. A row of `docs/class-validator.md`. */
export interface RuleEntry {
  /** The exported name: `MinLength`. */
  readonly decorator: string;
  /** The position of its validation options among the arguments. */
  readonly optionsAt: number;
  /** Whether the options may also be one position earlier, in place of an optional argument. */
  readonly optionsMayComeEarly?: true;
  /**
   * The kind of the rule, which decides the rules that a redeclared property replaces. A
   * conditional rule switches the others off.
   *
   * @defaultValue `custom`
   */
  readonly registers?: 'custom' | 'defined' | 'nested' | 'optional' | 'conditional' | 'allowed' | 'promise';
  /** Whether an absent value passes. Every other rule rejects it. */
  readonly takesAbsent?: true;
  /**
   * Whether the rule decides the same for values that revival creates from JSON (dates, maps, sets,
   * ...).
   */
  readonly anyValue?: true;
  /**
   * Returns the keywords of a rule with these arguments. `exact` if they decide as the rule does
   * for every JSON value. Otherwise they are necessary but not sufficient. Undefined if no keyword
   * fits.
   */
  readonly read?: (args: readonly Constant[]) => RuleReading | undefined;
  /** The column "in the schema" of the table. */
  readonly says: string;
  /** The column "covered" of the table: `yes`, `no`, or when. */
  readonly covered: string;
  /** The column "why, and where they differ" of the table. */
  readonly note?: string;
}

/** A rule as keywords. */
export interface RuleReading {
  readonly keywords: JsonSchemaObject;
  readonly exact: boolean;
  /** The keywords of the items of an array, whatever `each` is. */
  readonly items?: JsonSchemaObject;
  /** Whether they apply only if the items are strings, numbers, booleans or null. */
  readonly scalarItems?: true;
  /** A regular expression from the source, whose running time must be checked. */
  readonly expression?: RegExp;
}

/** Returns a reading whose schema decides as the rule does. */
export function exactly(keywords: JsonSchemaObject): RuleReading {
  return { keywords, exact: true };
}

/** Returns a reading whose schema allows a little more than the rule, which runs at the call. */
export function atLeast(keywords: JsonSchemaObject): RuleReading {
  return { keywords, exact: false };
}

/** Every type but null. */
export const NOT_NULL: JsonSchemaObject = { type: ['string', 'number', 'boolean', 'array', 'object'] };
