import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaObject } from '@haft/schema';
import { StepBudget } from '@haft/schema/internal';
import { _, Ajv2020, Name } from 'ajv/dist/2020.js';
import { createRuntime, defineTool, toolset } from '../../src/index.js';
import { countedCheck, type CountedCheck } from '@haft/arguments';

type Schema = Readonly<Record<string, unknown>>;

const T: Schema = { $ref: '#/$defs/T' };
const branch = (own: Schema): Schema => ({
  type: 'object',
  properties: { children: { type: 'array', items: T }, ...own },
  required: ['children', ...Object.keys(own)],
});

/** Both branches of an object visit its children, so each level doubles the time. */
const TREE: Schema = {
  type: 'object',
  properties: { v: T },
  required: ['v'],
  unevaluatedProperties: false,
  $defs: {
    T: { anyOf: [branch({ label: { type: 'string' } }), branch({ value: { type: 'number' } }), { type: 'string' }] },
  },
};
const nested = (levels: number): unknown => (levels === 0 ? 'a' : { children: [nested(levels - 1)], value: 1 });

const ROW: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 0 },
    name: { type: 'string', maxLength: 50, pattern: '^row' },
    tags: { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true },
  },
  required: ['id', 'name'],
  unevaluatedProperties: false,
};
const ROWS: Schema = { type: 'object', properties: { rows: { type: 'array', items: ROW, uniqueItems: true } } };
const row = (id: number): unknown => ({ id, name: `row ${String(id)}`, tags: ['a'] });
const listOf = <Item>(length: number, itemOf: (i: number) => Item): readonly Item[] =>
  Array.from({ length }, (_, i) => itemOf(i));

function counted(schema: Schema): { readonly check: CountedCheck; readonly budget: StepBudget } {
  const budget = new StepBudget();
  return { check: countedCheck({ Ajv: Ajv2020, _, Name }, schema as JsonSchemaObject, budget), budget };
}

describe('keywords that only ajv knows', () => {
  it('spend steps for each level of a recursive schema', () => {
    const { check, budget } = counted(TREE);
    expect(check({ v: nested(6) })).toEqual([]);
    const few = budget.spent;
    expect(check({ v: nested(10) })).toEqual([]);
    expect(budget.spent).toBeGreaterThan(8 * few);
  });

  it.each<[string, Schema, unknown]>([
    ['references of a recursive schema', TREE, { v: nested(18) }],
    [
      'references that double at each definition',
      {
        $ref: '#/$defs/a0',
        $defs: Object.fromEntries(
          listOf(20, (i) => [
            `a${String(i)}`,
            i === 19 ? { required: ['a'] } : { allOf: listOf(2, () => ({ $ref: `#/$defs/a${String(i + 1)}` })) },
          ]),
        ),
      },
      { a: 1 },
    ],
    [
      'many branches for many items',
      { properties: { a: { items: { anyOf: listOf(500, (i) => ({ const: i })) } } } },
      { a: listOf(1000, () => 'a') },
    ],
    [
      'the copies of the names of evaluated properties',
      {
        properties: {
          a: {
            items: {
              unevaluatedProperties: false,
              allOf: [{ $ref: '#/$defs/names' }],
            },
          },
        },
        $defs: {
          names: { anyOf: [{ properties: Object.fromEntries(listOf(1000, (i) => [`p${String(i)}`, true])) }, {}] },
        },
      },
      { a: listOf(300, () => ({ p1: 1 })) },
    ],
  ])('stop if a check takes too many steps: %s', (_what, schema, value) => {
    const [issue] = counted(schema).check(value);
    expect(issue).toMatchObject({ path: [], rule: 'depth' });
    expect(issue?.expected).toBe('a simpler value, because this one takes too long to check');
  });

  it('ask for a simpler value if ajv calls itself too often', () => {
    const schema = { dependentSchemas: { a: { properties: { a: { $ref: '#' } } } } };
    const levels = 30_000;
    let value: unknown = {};
    for (let i = 0; i < levels; i++) value = { a: value };
    expect(counted(schema).check(value)).toMatchObject([{ rule: 'depth' }]);
  });

  it('accept thousands of items with less than half of the steps', () => {
    const { check, budget } = counted(ROWS);
    expect(check({ rows: listOf(2000, row) })).toEqual([]);
    const few = budget.spent;
    budget.restart();
    expect(() => {
      budget.spend(2 * few, '');
    }).not.toThrow();
  });

  it.each<[string, Schema, unknown]>([
    ['evaluated properties', TREE, { v: nested(3), more: 1 }],
    ['rows', ROWS, { rows: [{ id: -1, name: 'x', tags: ['a', 'a'], more: 1 }, row(1), row(1)] }],
    ['empty schemas', { properties: { a: {} }, unevaluatedProperties: false, allOf: [{}] }, { a: 1, b: 1 }],
    ['a contained item', { properties: { a: { contains: {}, unevaluatedItems: false } } }, { a: [1] }],
    [
      'repeated items',
      { properties: { a: { uniqueItems: true } } },
      { a: [{ a: 1, b: 2 }, 1, '1', { b: 2, a: 1 }, 1] },
    ],
    ['dependent schemas', { dependentSchemas: { a: { required: ['b'], properties: { a: false } } } }, { a: 1 }],
    ['not', { not: { anyOf: [{ required: ['a'] }] }, unevaluatedProperties: false }, { a: 1 }],
  ])('have the issues of ajv without steps: %s', (_what, schema, value) => {
    const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    expect(validate(value)).toBe(false);
    const expected = validate.errors?.map(({ keyword }) => ({
      rule: keyword,
    }));
    expect(counted(schema).check(value)).toMatchObject(expected ?? []);
  });

  it('refuse arguments that take exponential time, and accept the next ones', async () => {
    const tool = defineTool({ name: 'take', description: 'Takes.', parameters: TREE, execute: () => 'taken' });
    const run = await (await createRuntime({ toolsets: toolset('test', [tool]) })).startRun();
    const outcome = await run.call({ id: '1', name: 'take', arguments: { v: nested(18) } });
    expect(outcome).toMatchObject({ status: 'retry', issues: [{ rule: 'depth' }] });
    expect(outcome.text).toContain('a simpler value, because this one takes too long to check');
    expect((await run.call({ id: '2', name: 'take', arguments: { v: nested(6) } })).status).toBe('success');
  });

  it.each([{ $id: 'https://example.com/tool.json' }, { $anchor: 'n' }, { $dynamicAnchor: 'n' }])(
    'accept the schema with %j',
    async (names) => {
      const parameters = { type: 'object', properties: { x: { type: 'string' } }, unevaluatedProperties: false };
      const tool = defineTool({
        name: 'take',
        description: 'Takes.',
        parameters: { ...names, ...parameters } as JsonSchemaObject,
        execute: () => 'taken',
      });
      const run = await (await createRuntime({ toolsets: toolset('test', [tool]) })).startRun();
      expect((await run.call({ id: '1', name: 'take', arguments: { x: 'a' } })).status).toBe('success');
      expect((await run.call({ id: '2', name: 'take', arguments: { y: 'a' } })).status).toBe('retry');
    },
  );

  it('refuse a name that the meta-schema does not allow', () => {
    const parameters = { type: 'object', $anchor: '#', unevaluatedProperties: false } as JsonSchemaObject;
    const options = { name: 'take', description: 'Takes.', parameters, execute: () => 'taken' };
    expect(() => defineTool(options)).toThrow('data/$anchor must match pattern');
  });
});
