import type { Class } from '@haft/core';
import { ruleStorage, type ConstraintMetadata, type RuleMetadata, type RuleStorage } from './validator-metadata.js';

/** The rules of one property. Haft reads them once: reading visits all classes of the process. */
export interface PropertyPlan {
  /** Conditions of `@ValidateIf` and `@IsOptional`. If one is false, no rule runs. */
  readonly conditions: readonly Condition[];
  /** Rules with their validators, in the order of class-validator. */
  readonly rules: readonly PlannedRule[];
}

/** A test whether the rules of a property apply to an object. */
export type Condition = (object: object, value: unknown) => boolean;

/** A rule and the validator that class-validator created for it. */
export interface PlannedRule {
  readonly rule: RuleMetadata;
  readonly constraint: ConstraintMetadata;
}

/** Returns the plans of a DTO class by property, for one set of groups. */
export function propertyPlans(dto: Class, groups: readonly string[] | undefined): ReadonlyMap<string, PropertyPlan> {
  const key = groups === undefined || groups.length === 0 ? '' : JSON.stringify([...groups].sort());
  let byGroups = known.get(dto);
  if (byGroups === undefined) known.set(dto, (byGroups = new Map<string, ReadonlyMap<string, PropertyPlan>>()));
  let plans = byGroups.get(key);
  if (plans === undefined) byGroups.set(key, (plans = readPlans(dto, groups)));
  return plans;
}

const known = new WeakMap<Class, Map<string, ReadonlyMap<string, PropertyPlan>>>();

/** The values of `ValidationTypes` in class-validator. */
const CUSTOM = 'customValidation';
const DEFINED = 'isDefined';
const CONDITIONAL = 'conditionalValidation';
const NESTED = 'nestedValidation';

function readPlans(dto: Class, groups: readonly string[] | undefined): ReadonlyMap<string, PropertyPlan> {
  const storage = ruleStorage(dto);
  const byProperty = new Map<string, RuleMetadata[]>();
  for (const rule of storage.getTargetValidationMetadatas(dto, '', false, false, groups)) {
    const rules = byProperty.get(rule.propertyName);
    if (rules === undefined) byProperty.set(rule.propertyName, [rule]);
    else rules.push(rule);
  }
  return new Map([...byProperty].map(([name, rules]) => [name, planOf(rules, storage)]));
}

function planOf(rules: readonly RuleMetadata[], storage: RuleStorage): PropertyPlan {
  const ofType = (type: string) => rules.filter((rule) => rule.type === type);
  return {
    conditions: ofType(CONDITIONAL).map((rule) => rule.constraints?.[0] as Condition),
    rules: [
      ...[...ofType(DEFINED), ...ofType(CUSTOM)].flatMap((rule) =>
        storage.getTargetValidatorConstraints(rule.constraintCls).map((constraint) => ({ rule, constraint })),
      ),
      ...ofType(NESTED).map((rule) => ({ rule, constraint: nestedConstraint })),
    ],
  };
}

/** A validator for `@ValidateNested`. class-validator has none and rejects scalars itself. */
const nestedConstraint: ConstraintMetadata = {
  name: NESTED,
  target: undefined,
  instance: { validate: isNested },
};

/** Returns whether a value is absent or an object. The rules in the object run separately. */
function isNested(value: unknown): boolean {
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) return [...value.values()].every(isNested);
  return value === undefined || value instanceof Object;
}
