import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import { compiledPattern } from '../../patterns/compiled-pattern.js';
import { StepBudget } from '../../patterns/step-budget.js';
import { ownEntry } from '../../values/own-entry.js';

/** The rules of an object schema for the names of properties. */
export interface NameRules {
  /** The declared properties. */
  readonly declared: Readonly<Record<string, JsonSchema>>;
  /** The schemas of names by pattern. */
  readonly byPattern: readonly JsonSchema[];
  /** The schema of the other names. */
  readonly others: JsonSchema;
  /** Returns the schemas that a property must match. Undefined if a pattern takes too long. */
  readonly schemasFor: (name: string) => readonly JsonSchema[] | undefined;
}

/** Reads the rules for names. Returns undefined if a pattern is not an expression. */
export function nameRulesOf(schema: JsonSchemaObject): NameRules | undefined {
  const { properties: declared = {}, patternProperties = {}, additionalProperties: others = true } = schema;
  const budget = new StepBudget();
  const patterns = Object.entries(patternProperties).map(
    ([pattern, one]) => [compiledPattern(pattern, budget), one] as const,
  );
  if (patterns.some(([pattern]) => pattern === undefined)) return undefined;
  const schemasFor = (name: string): readonly JsonSchema[] | undefined => {
    const own = ownEntry(declared, name);
    try {
      const matching = patterns.filter(([pattern]) => pattern?.test(name) === true).map(([, one]) => one);
      const found = own === undefined ? matching : [own, ...matching];
      return found.length === 0 ? [others] : found;
    } catch {
      return undefined;
    }
  };
  return { declared, byPattern: Object.values(patternProperties), others, schemasFor };
}
