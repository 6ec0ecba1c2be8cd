import type { Code, CodeKeywordDefinition, KeywordCxt, Name } from 'ajv';

/**
 * Makes the code of each keyword of ajv spend steps, so that a budget can stop a check. Without it,
 * references of a recursive schema take exponential time. Results and errors stay the same. Call it
 * before `compile`.
 *
 * @param spend - gets the steps that a keyword takes for a value, throws if fewer remain
 */
export function countSteps(ajv: CountedAjv, tools: CodeTools, spend: Spend): void {
  const { rules, post } = ajv.RULES;
  const counted = countedBy(spend);
  // Each instance of ajv has its own objects of definitions.
  for (const { keyword, definition } of [...rules, post].flatMap((group) => group.rules)) {
    const written = definition as { code?: KeywordCode };
    if (written.code !== undefined) written.code = withSteps(keyword, written.code, counted, tools);
  }
}

/** Spends steps. Throws if fewer remain. */
export type Spend = (steps: number) => void;

/** The part of an instance of ajv 8 that has the keywords. */
export interface CountedAjv {
  readonly RULES: { readonly rules: readonly RuleGroup[]; readonly post: RuleGroup };
}
interface RuleGroup {
  readonly rules: readonly { readonly keyword: string; readonly definition: object }[];
}
type KeywordCode = CodeKeywordDefinition['code'];

/** The exports of ajv that write code. */
export interface CodeTools {
  readonly _: (texts: TemplateStringsArray, ...values: (Code | number)[]) => Code;
  readonly Name: new (name: string) => Name;
}

/** The functions that generated code calls. */
interface Counted {
  readonly spend: Spend;
  readonly spendSize: (fixed: number, each: number, value: unknown) => void;
  readonly spendErrors: (errors: readonly unknown[] | null) => void;
  readonly spendNames: (names: unknown) => void;
  readonly repeatedItem: (items: readonly unknown[]) => RepeatedItem | undefined;
}

/** Errors that ajv copies in the time of one step. */
const ERRORS_OF_STEP = 16;
/** Names of evaluated properties that ajv compares with a name in one step. */
const NAMES_OF_STEP = 8;
/** Steps to copy the name of an evaluated property. */
const STEPS_OF_NAME = 3;
/** Steps to write the key of an object, and of each of its properties. */
const STEPS_OF_KEY = 8;
/** Characters that ajv counts in one step. */
const CHARACTERS_OF_STEP = 16;

function countedBy(spend: Spend): Counted {
  return {
    spend,
    spendSize: (fixed, each, value) => {
      spend(fixed + each * sizeOf(value));
    },
    spendErrors: (errors) => {
      if (errors !== null) spend(errors.length / ERRORS_OF_STEP);
    },
    spendNames: (names) => {
      spend(STEPS_OF_NAME * sizeOf(names));
    },
    repeatedItem: (items) => repeatedItem(items, spend),
  };
}

/** Keywords that call the code of another schema. */
const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
/** Keywords that add the evaluated properties of subschemas. */
const APPLICATORS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'dependentSchemas', 'dependencies']);
/** Keywords that visit each item, each property or each character. */
const LOOPS: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'contains',
  'unevaluatedItems',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
]);

function withSteps(keyword: string, code: KeywordCode, counted: Counted, { _, Name }: CodeTools): KeywordCode {
  // ajv compares each item with all others.
  if (keyword === 'uniqueItems')
    return (context) => {
      linearUniqueItems(context, counted, _);
    };
  const isReference = REFERENCES.has(keyword);
  return (context, type) => {
    const { gen, it, data } = context;
    const schema: unknown = context.schema;
    const functionOf = (ref: unknown): Name => gen.scopeValue('func', { ref });
    const fixed = 1 + stepsOfEntries(keyword, schema);
    if (LOOPS.has(keyword)) {
      const each = keyword === 'unevaluatedProperties' ? 1 + sizeOf(it.props) / NAMES_OF_STEP : 1;
      gen.code(_`${functionOf(counted.spendSize)}(${fixed}, ${each}, ${data})`);
    } else gen.code(_`${functionOf(counted.spend)}(${fixed})`);
    if (isReference) gen.code(_`${functionOf(counted.spendErrors)}(${new Name('vErrors')})`);
    code(context, type);
    // The names that the subschemas have evaluated, if only the check finds them.
    if ((isReference || APPLICATORS.has(keyword)) && it.props instanceof Name)
      gen.code(_`${functionOf(counted.spendNames)}(${it.props})`);
  };
}

/** Returns the steps for the entries of a keyword. Data count with everything inside. */
function stepsOfEntries(keyword: string, schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const entries = Object.values(schema);
  // Each branch that fails creates errors.
  if (keyword === 'anyOf' || keyword === 'oneOf') return 2 * entries.length;
  if (keyword !== 'enum' && keyword !== 'const') return entries.length;
  return entries.reduce<number>((sum, entry) => sum + stepsOfEntries(keyword, entry), entries.length);
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length / CHARACTERS_OF_STEP;
  if (typeof value !== 'object' || value === null) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function linearUniqueItems(context: KeywordCxt, { repeatedItem }: Counted, _: CodeTools['_']): void {
  const { gen, data } = context;
  if (context.schema !== true) return;
  const found = gen.const('repeated', _`${gen.scopeValue('func', { ref: repeatedItem })}(${data})`);
  context.setParams({ i: _`${found}.i`, j: _`${found}.j` });
  context.pass(_`${found} === undefined`);
}

interface RepeatedItem {
  /** Position of the last item that repeats another one. */
  readonly i: number;
  /** Position of the nearest equal item before it. */
  readonly j: number;
}

function repeatedItem(items: readonly unknown[], spend: Spend): RepeatedItem | undefined {
  const places = new Map<string, number>();
  let found: RepeatedItem | undefined;
  for (const [i, item] of items.entries()) {
    const key = keyOf(item, spend);
    const j = places.get(key);
    if (j !== undefined) found = { i, j };
    places.set(key, i);
  }
  return found;
}

/** Writes a value so that equal values have equal texts. */
function keyOf(value: unknown, spend: Spend): string {
  spend(1 + (typeof value === 'string' ? sizeOf(value) : 0));
  // The value may not be JSON: `JSON.stringify` rejects a bigint.
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => keyOf(item, spend)).join(',')}]`;
  spend(STEPS_OF_KEY * (1 + sizeOf(value)));
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${keyOf(entry, spend)}`).join(',')}}`;
}
