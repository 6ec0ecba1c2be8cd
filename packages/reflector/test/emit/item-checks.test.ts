import { collectIssues, createChecker, type JsonSchema, type JsonSchemaObject } from '@haft/schema';
import fc from 'fast-check';
import type { Revival } from '../../src/model.js';
import { arbitrarySchema, arbitraryValue } from '../support/arbitrary-schema.js';
import { loadTool } from '../support/load-module.js';
import { classOf, projectOf, toolOf, typeOf } from '../support/models.js';

type Checks = Readonly<Record<string, (value: unknown) => unknown>>;

class Item {}

/** The functions of the descriptor of a tool with one object parameter. */
function checksOf(schema: JsonSchemaObject, revivals: readonly (readonly [JsonSchemaObject, Revival])[] = []): Checks {
  const tool = toolOf('test_tool', typeOf(schema, revivals), { examples: [{ list: [] }] });
  return loadTool(projectOf([tool]), { Item }).checks ?? {};
}

const itemOf = (...properties: readonly JsonSchemaObject[]): JsonSchemaObject => ({
  type: 'object',
  properties: Object.fromEntries(properties.map((one, index) => [`p${index}`, one])),
  required: ['p0'],
  additionalProperties: false,
});
const listOf = (items: JsonSchema): JsonSchemaObject => ({
  type: 'object',
  properties: { list: { type: 'array', items } },
  required: ['list'],
  additionalProperties: false,
});
const text: JsonSchemaObject = { type: 'string' };
const fits = (result: unknown): boolean => result !== undefined && result !== false;

test('objects of some size in a list have a check of their own, by the pointer of their schema', () => {
  const [check] = Object.values(checksOf(listOf(itemOf(text, text, text))));
  expect(Object.keys(checksOf(listOf(itemOf(text, text, text))))).toEqual(['/properties/list/items']);
  expect([{ p0: 'a' }, { p0: 1 }, {}, { p0: 'a', other: 1 }].map((one) => fits(check?.(one)))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('small objects, scalars and references have none', () => {
  expect(checksOf(listOf(itemOf(text, text)))).toEqual({});
  expect(checksOf(listOf(text))).toEqual({});
  expect(checksOf({ ...listOf({ $ref: '#/$defs/Item' }), $defs: { Item: itemOf(text, text, text) } })).toEqual({});
});

test('the same function creates instances, and class-transformer runs only once', () => {
  const item = itemOf(text, text, text);
  const dto = (transformed: boolean): Revival => ({
    kind: 'dto',
    class: classOf('Item'),
    transformed,
    rules: {},
    uncovered: [],
  });
  const check = checksOf(listOf(item), [[item, dto(false)]])['/properties/list/items'];
  expect(check?.({ p0: 'a' })).toBeInstanceOf(Item);
  expect(check?.({ p0: 1 })).toBeUndefined();
  expect(checksOf(listOf(item), [[item, dto(true)]])).toEqual({});
});

test('the issues of any list are the same with them and without', () => {
  const cases = fc.tuple(
    fc.tuple(arbitrarySchema, arbitrarySchema, arbitrarySchema),
    fc.array(fc.record({ p0: arbitraryValue, p1: arbitraryValue, p2: arbitraryValue }, { requiredKeys: [] }), {
      maxLength: 8,
    }),
  );
  fc.assert(
    fc.property(cases, ([schemas, list]) => {
      // References of a schema are to a document of its own.
      if (/"\$(?:ref|defs)"/.test(JSON.stringify(schemas))) return;
      const schema = listOf(itemOf(...schemas));
      const items = schema.properties?.['list'] as JsonSchemaObject;
      const check = checksOf(schema)['/properties/list/items'];
      const tests = new Map([[items.items as JsonSchema, (value: unknown) => fits(check?.(value))]]);
      expect(createChecker(schema, schema, tests).issuesOf({ list })).toEqual(collectIssues(schema, { list }));
    }),
    { numRuns: 200 },
  );
});
