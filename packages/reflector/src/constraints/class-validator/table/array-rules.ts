import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { FunctionConstant, type Constant } from '../../../program/constant.js';
import { exactly, type RuleEntry, type RuleReading } from '../rule-entry.js';

/** Rules about arrays as a whole. */
export const arrayRules: readonly RuleEntry[] = [
  {
    decorator: 'ArrayMinSize',
    optionsAt: 1,
    read: ([count]) => counted(count, (minItems) => ({ type: 'array', minItems })),
    says: '`minItems`',
    covered: 'yes',
  },
  {
    decorator: 'ArrayMaxSize',
    optionsAt: 1,
    read: ([count]) => counted(count, (maxItems) => ({ type: 'array', maxItems })),
    says: '`maxItems`',
    covered: 'yes',
  },
  {
    decorator: 'ArrayNotEmpty',
    optionsAt: 0,
    read: () => exactly({ type: 'array', minItems: 1 }),
    says: '`minItems: 1`',
    covered: 'yes',
  },
  {
    decorator: 'ArrayUnique',
    optionsAt: 1,
    optionsMayComeEarly: true,
    read: ([identifier]) =>
      identifier instanceof FunctionConstant
        ? { keywords: { type: 'array' }, exact: false }
        : { keywords: { type: 'array', uniqueItems: true }, exact: true, scalarItems: true },
    says: '`uniqueItems` for strings, numbers and booleans',
    covered: 'for items other than objects, without an identifier',
    note: 'class-validator compares objects by identity, JSON Schema by content. The schema does not check items that may be objects.',
  },
  {
    decorator: 'ArrayContains',
    optionsAt: 1,
    read: ([values]) =>
      listed(values, (list) =>
        list.length === 1
          ? { type: 'array', contains: { enum: list } }
          : { type: 'array', allOf: list.map((value) => ({ contains: { enum: [value] } })) },
      ),
    says: '`contains`',
    covered: 'for strings, numbers, booleans and null',
  },
  {
    decorator: 'ArrayNotContains',
    optionsAt: 1,
    read: ([values]) => listed(values, (list) => ({ type: 'array', not: { contains: { enum: list } } })),
    says: '`not: { contains }`',
    covered: 'for strings, numbers, booleans and null',
  },
];

function counted(value: Constant, keywords: (count: number) => JsonSchemaObject): RuleReading | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? exactly(keywords(value)) : undefined;
}

function listed(
  values: Constant,
  keywords: (values: readonly JsonValue[]) => JsonSchemaObject,
): RuleReading | undefined {
  const scalar = (value: Constant) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
  if (!Array.isArray(values) || values.length === 0 || !(values as readonly Constant[]).every(scalar)) return undefined;
  return exactly(keywords(values as readonly JsonValue[]));
}
