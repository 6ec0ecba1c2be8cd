import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { isConstantObject, type Constant } from '../../../program/constant.js';
import { exactly, NOT_NULL, type RuleEntry, type RuleReading } from '../rule-entry.js';

/** Rules about any kind of value. */
export const commonRules: readonly RuleEntry[] = [
  {
    decorator: 'IsOptional',
    optionsAt: 0,
    registers: 'optional',
    takesAbsent: true,
    anyValue: true,
    read: () => exactly({}),
    says: 'the other rules do not apply to null',
    covered: 'yes',
    note: 'The TypeScript type decides whether the property may be absent or null (`?`, an initialiser, `| null`). If its type does not have null, Haft rejects null or repairs it to "absent".',
  },
  {
    decorator: 'IsDefined',
    optionsAt: 0,
    registers: 'defined',
    anyValue: true,
    read: () => exactly(NOT_NULL),
    says: '`required`, no null',
    covered: 'yes',
  },
  {
    decorator: 'IsNotEmpty',
    optionsAt: 0,
    anyValue: true,
    read: () => exactly({ ...NOT_NULL, minLength: 1 }),
    says: '`required`, no null, `minLength: 1` for strings',
    covered: 'yes',
  },
  {
    decorator: 'IsEmpty',
    optionsAt: 0,
    takesAbsent: true,
    read: () => exactly({ enum: ['', null] }),
    says: '`enum: ["", null]`, if the type has them',
    covered: 'yes',
  },
  {
    decorator: 'Equals',
    optionsAt: 1,
    read: ([value]) => constantRule([value], (values) => ({ enum: values })),
    says: '`enum`',
    covered: 'for strings, numbers, booleans and null',
    note: 'An object equals only itself. No argument is that object.',
  },
  {
    decorator: 'NotEquals',
    optionsAt: 1,
    takesAbsent: true,
    read: ([value]) => constantRule([value], (values) => ({ not: { enum: values } })),
    says: '`not: { enum }`',
    covered: 'for strings, numbers, booleans and null',
  },
  {
    decorator: 'IsIn',
    optionsAt: 1,
    read: ([values]) => constantRule(values, (list) => ({ enum: list })),
    says: '`enum`',
    covered: 'for strings, numbers, booleans and null',
  },
  {
    decorator: 'IsNotIn',
    optionsAt: 1,
    takesAbsent: true,
    read: ([values]) => constantRule(values, (list) => ({ not: { enum: list } })),
    says: '`not: { enum }`',
    covered: 'for strings, numbers, booleans and null',
  },
  {
    decorator: 'IsEnum',
    optionsAt: 1,
    // As in class-validator: every value of the object, including the names of a numeric enum's
    // members.
    read: ([entity]) =>
      isConstantObject(entity) || Array.isArray(entity)
        ? constantRule([...new Set(Object.values(entity as object))] as Constant[], (values) => ({ enum: values }))
        : undefined,
    says: '`enum`',
    covered: 'for enums and constant objects',
    note: 'As in class-validator, a numeric enum also accepts the names of its members, if the TypeScript type does.',
  },
  {
    decorator: 'Allow',
    optionsAt: 0,
    registers: 'allowed',
    takesAbsent: true,
    anyValue: true,
    read: () => exactly({}),
    says: 'nothing',
    covered: 'yes',
    note: 'The class decides which properties exist.',
  },
  {
    decorator: 'ValidateNested',
    optionsAt: 0,
    registers: 'nested',
    takesAbsent: true,
    anyValue: true,
    // `each` makes no difference: class-validator visits arrays either way.
    read: () => ({ ...exactly(OBJECTS), items: OBJECTS }),
    says: 'the schema of the nested class without null, also in items',
    covered: 'yes, except for a `Map` or `Set`',
    note: 'Haft creates and checks nested classes with or without this decorator and `@Type`. It checks a nested class without rules by its types, while class-validator reports an unknown value. It rejects an array in place of an object, while class-validator accepts it. Groups and conditions of the outer property do not turn the inner rules off.',
  },
  {
    decorator: 'ValidatePromise',
    optionsAt: 0,
    registers: 'promise',
    takesAbsent: true,
    says: 'nothing',
    covered: 'no',
    note: 'An argument is never a promise.',
  },
  {
    decorator: 'ValidateIf',
    optionsAt: 1,
    registers: 'conditional',
    takesAbsent: true,
    says: 'no rule of the property',
    covered: 'no',
    note: 'The condition is known only at the call. The rules inside a nested class always apply.',
  },
  { decorator: 'Validate', optionsAt: 2, says: 'nothing', covered: 'no', note: 'A function decides.' },
  { decorator: 'ValidateBy', optionsAt: 1, says: 'nothing', covered: 'no', note: 'A function decides.' },
];

/** The values that class-validator visits. */
const OBJECTS: JsonSchemaObject = { type: ['object', 'array'] };

function constantRule(
  values: Constant,
  keywords: (values: readonly JsonValue[]) => JsonSchemaObject,
): RuleReading | undefined {
  if (!Array.isArray(values) || !(values as readonly Constant[]).every(isScalar)) return undefined;
  // Without `undefined`: a present argument is never undefined.
  const list = (values as readonly Constant[]).filter((value) => value !== undefined) as readonly JsonValue[];
  return exactly(keywords(list));
}

function isScalar(value: Constant): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || ['string', 'boolean', 'undefined'].includes(typeof value);
}
