import type { JsonSchemaObject } from '@haft/schema';
import type { Finding } from '../../diagnostics/diagnostics.js';
import type { RuleMessages } from '../../model.js';
import type { ts } from '../../program/typescript.js';

/** What the class-validator decorators of one property say, inherited ones as class-validator has them. */
export interface PropertyRules {
  /** What the schema says of the value. */
  readonly keywords: JsonSchemaObject;
  /** What the schema says of each item, from rules with `each: true`. */
  readonly itemKeywords: JsonSchemaObject;
  /** `@IsOptional()`: the keywords do not hold for null. */
  readonly optional: boolean;
  /** Null is among the values of the type, or among the items: also where a schema only refers to it. */
  readonly nullable: boolean;
  /** The rules refuse an absent value: without an initialiser, the property is required whatever its type says. */
  readonly required: boolean;
  /** The schema decides as all rules do; false: class-validator runs for the property at the call. */
  readonly covered: boolean;
  /**
   * The names under which the rules are registered, sorted; `*` when class-validator runs them, `?` when it is not even certain
   * that there are any.
   */
  readonly registered: readonly string[] | '*' | '?';
  /** The decorators that the schema does not say completely, by name. */
  readonly uncovered: readonly string[];
  /** The author's texts by keyword of the value's schema; `required` for an absent value. */
  readonly messages: RuleMessages;
  /** The author's texts by keyword of the items' schema. */
  readonly itemMessages: RuleMessages;
  /** Problems to report, each at its place. */
  readonly findings: readonly { readonly node: ts.Node; readonly finding: Finding }[];
}

/** A property without rules. */
export const NO_RULES: PropertyRules = {
  keywords: {},
  itemKeywords: {},
  optional: false,
  nullable: false,
  required: false,
  covered: true,
  registered: [],
  uncovered: [],
  messages: {},
  itemMessages: {},
  findings: [],
};
