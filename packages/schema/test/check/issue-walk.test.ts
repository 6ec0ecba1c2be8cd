import { describe, expect, it } from '@jest/globals';
import { collectIssues, createChecker, validates, type CollectOptions, type JsonSchema } from '../../src/index.js';
import type { JsonSchemaObject } from '../../src/index.js';
import { anyDepth, findingsBy, Search, type IssueCollector, type SchemaPart } from '../../src/internal.js';

const partOf = (schema: JsonSchema, phrase?: string): SchemaPart => ({
  schema: JSON.stringify(schema),
  node: undefined,
  ...(phrase === undefined ? {} : { phrase }),
});

/** Collects as emitted code does: skips the valid parts, and passes the others to the walk. */
function collectorOf({ properties = {}, required = [], ...rest }: JsonSchemaObject): IssueCollector {
  const whole = partOf({ properties, required, ...rest });
  return (value, walk) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return walk.here(value, whole);
    for (const [name, schema] of Object.entries(properties)) {
      const one = (value as Readonly<Record<string, unknown>>)[name];
      const items = typeof schema === 'object' ? schema.items : undefined;
      if (one === undefined) {
        if (required.includes(name)) walk.needs(name, one, partOf(schema));
      } else if (items !== undefined && Array.isArray(one)) {
        walk.path.push(name);
        for (const [at, item] of one.entries()) if (!validates(items, item)) walk.at(at, item, partOf(items));
        walk.path.pop();
      } else if (!validates(schema, one)) walk.at(name, one, partOf(schema));
    }
    walk.others(value, Object.keys(properties));
  };
}

const schema: JsonSchemaObject = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, pattern: '^a', maxLength: 5 },
    size: { type: ['integer', 'string'], minLength: 3, minimum: 1, maximum: 9, multipleOf: 2 },
    tags: { type: 'array', items: { enum: ['red', 'blue'] } },
    inner: { type: 'object', properties: { pin: { type: 'integer' } }, required: ['pin'] },
    pair: { type: 'array', items: { type: 'object', properties: { x: { type: 'number', minimum: 0 } } } },
    few: { type: 'array', maxItems: 1, uniqueItems: true },
  },
  required: ['name', 'inner'],
  additionalProperties: false,
};
const good = { name: 'ada', inner: { pin: 1 } };

describe('a collector of emitted code', () => {
  it.each<[string, unknown]>([
    ['a value of another type', 5],
    ['nothing', null],
    ['missing names', {}],
    ['a value of another type under a name', { ...good, name: 5, size: true }],
    ['a short text', { ...good, name: 'a' }],
    ['a text that breaks two rules', { ...good, name: 'bbbbbbbb' }],
    ['a text that breaks a rule between two others', { ...good, name: 'bob' }],
    ['a small number', { ...good, size: 0 }],
    ['a large number', { ...good, size: 10 }],
    ['a number between the multiples', { ...good, size: 3 }],
    ['a short text that may be a number', { ...good, size: '1' }],
    ['items of a list', { ...good, tags: ['red', 'bleu', 7] }],
    ['an inner object', { ...good, inner: { pin: '1' } }],
    ['an inner object without a name', { ...good, inner: {} }],
    ['objects in a list', { ...good, pair: [{ x: 1 }, { x: -1 }, { x: 'a' }, 5] }],
    ['the count of a list, and its items', { ...good, few: [1, 1] }],
    ['an undefined value of an undeclared name', { ...good, name: 5, other: undefined }],
    ['the text of an object', { ...good, inner: '{"pin": 1}' }],
    ['a text that assigns a secret', { ...good, size: 'a=', name: 'token=hunter2' }],
  ])('finds what the schema finds: %s', (_title, value) => {
    const options: readonly CollectOptions[] = [
      {},
      { limit: 1 },
      { sensitive: [['inner'], ['tags', '*']] },
      { sensitive: anyDepth(['token']), declaresAll: true },
      { messages: (path, rule) => (path.length === 1 ? `${path.join()} ${rule}` : undefined) },
    ];
    for (const one of options) {
      const { issues, ...flags } = createChecker(schema).findingsOf(value, one);
      expect(issues).not.toEqual([]);
      expect(findingsBy(collectorOf(schema), value, new Search(one))).toMatchObject({
        issues,
        isHopeless: flags.isHopeless,
        hasJsonText: flags.hasJsonText,
        hasUnclearValue: flags.hasUnclearValue,
        isInsideSensitive: flags.isInsideSensitive,
      });
    }
  });

  it('has no findings for an undeclared name, unless there are enough before', () => {
    const value = { ...good, name: 5, nmae: 'ada' };
    expect(findingsBy(collectorOf(schema), value, new Search({}))).toBeUndefined();
    expect(findingsBy(collectorOf(schema), value, new Search({ limit: 1 }))?.issues).toHaveLength(1);
  });

  it('passes no issue of a value that is valid', () => {
    expect(findingsBy(collectorOf(schema), good, new Search({}))).toMatchObject({ issues: [], isHopeless: false });
  });

  it('counts the names that are missing', () => {
    const counts: number[] = [];
    const collect: IssueCollector = (_value, walk) => {
      counts.push(walk.needs('a', undefined, partOf({ type: 'string' })));
      counts.push(walk.needs('b', 5, partOf({ type: 'string' })));
    };
    expect(findingsBy(collect, {}, new Search({}))?.issues).toMatchObject([
      { path: ['a'], rule: 'required' },
      { path: ['b'], rule: 'type' },
    ]);
    expect(counts).toEqual([1, 0]);
  });

  it('explains a wrong value of an inner schema in the terms of the larger one', () => {
    const collect: IssueCollector = (value, walk) => {
      walk.at('a', value, partOf({ type: 'object' }, 'a shape'));
      walk.at('b', value, partOf({ type: 'object' }));
    };
    const issues = findingsBy(collect, 5, new Search({}))?.issues;
    expect(issues?.map(({ expected }) => expected)).toEqual(['a shape', 'an object']);
  });

  it('tells the place of a text that takes too many steps', () => {
    const costly = Array.from({ length: 48 }, (_, i) => ({ not: { pattern: `^(?:a|b)*a[ab]{${300 + i}}[^ab]` } }));
    const hard: JsonSchemaObject = { properties: { list: { type: 'array', items: { allOf: costly } } } };
    const value = { list: ['a', 'ab'.repeat(5000)] };
    const collect: IssueCollector = (_value, walk) => {
      walk.path.push('list');
      walk.at(1, value.list[1], partOf({ allOf: costly }));
    };
    expect(findingsBy(collect, value, new Search({}))?.issues).toEqual(collectIssues(hard, value));
  });
});
