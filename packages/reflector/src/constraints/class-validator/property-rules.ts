import type { JsonSchemaObject } from '@haft/schema';
import type { Finding } from '../../diagnostics/diagnostics.js';
import type { RuleMessages } from '../../model.js';
import type { ts } from '../../program/typescript.js';

/** The class-validator rules of one property. Inheritance works as in class-validator. */
export interface PropertyRules {
  /** The keywords of the value. */
  readonly keywords: JsonSchemaObject;
  /** The keywords of each item, from rules with `each: true`. */
  readonly itemKeywords: JsonSchemaObject;
  /** Whether the keywords do not apply to null (`@IsOptional()`). */
  readonly optional: boolean;
  /** Whether the type of the value or of the items includes null, also through a reference. */
  readonly nullable: boolean;
  /**
   * Whether the rules reject an absent value. Then a property without an initialiser is required,
   * whatever its type.
   */
  readonly required: boolean;
  /**
   * Whether the schema decides as all rules do. If false, class-validator runs for the property at
   * the call.
   */
  readonly covered: boolean;
  /**
   * The sorted names under which the rules are registered. `*` if class-validator runs them, `?` if
   * it is unknown whether there are any.
   */
  readonly registered: readonly string[] | '*' | '?';
  /** The names of the decorators that the schema does not express completely. */
  readonly uncovered: readonly string[];
  /** The author's messages by keyword of the value's schema. `required` is for an absent value. */
  readonly messages: RuleMessages;
  /** The author's messages by keyword of the items' schema. */
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
