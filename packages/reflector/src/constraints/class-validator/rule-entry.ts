import type { JsonSchemaObject } from '@haft/schema';
import type { Constant } from '../../program/constant.js';

/** One decorator of class-validator: what the schema says of it. A row of `docs/class-validator.md`. */
export interface RuleEntry {
  /** The exported name: `MinLength`. */
  readonly decorator: string;
  /** Where its validation options stand among the arguments. */
  readonly optionsAt: number;
  /** The options may also stand one place before, in place of an optional argument. */
  readonly optionsMayComeEarly?: true;
  /**
   * What the rule registers, which decides what a redeclared property drops. A conditional rule switches the others off.
   *
   * @defaultValue `custom`
   */
  readonly registers?: 'custom' | 'defined' | 'nested' | 'optional' | 'conditional' | 'allowed' | 'promise';
  /** An absent value passes; every other rule refuses it. */
  readonly takesAbsent?: true;
  /** The rule decides the same for values that revival makes from JSON (dates, maps, sets, ...). */
  readonly anyValue?: true;
  /**
   * The keywords of a rule with these arguments; `exact` when they decide as the rule does for every JSON value,
   * otherwise they are only necessary. Undefined: the schema can say nothing.
   */
  readonly read?: (args: readonly Constant[]) => RuleReading | undefined;
  /** The column "in the schema" of the table. */
  readonly says: string;
  /** The column "covered" of the table: `yes`, `no`, or when. */
  readonly covered: string;
  /** The column "why, and where they differ" of the table. */
  readonly note?: string;
}

/** What a rule is as keywords. */
export interface RuleReading {
  readonly keywords: JsonSchemaObject;
  readonly exact: boolean;
  /** What holds for the items of an array, whatever `each` says. */
  readonly items?: JsonSchemaObject;
  /** Holds only where the items are strings, numbers, booleans or null. */
  readonly scalarItems?: true;
  /** A regular expression that came from the source, to be looked at for danger. */
  readonly expression?: RegExp;
}

/** The schema decides as the rule does. */
export function exactly(keywords: JsonSchemaObject): RuleReading {
  return { keywords, exact: true };
}

/** The schema takes a little more than the rule, which runs at the call. */
export function atLeast(keywords: JsonSchemaObject): RuleReading {
  return { keywords, exact: false };
}

/** Every type but null. */
export const NOT_NULL: JsonSchemaObject = { type: ['string', 'number', 'boolean', 'array', 'object'] };
