import type { JsonSchema, JsonSchemaObject } from '../../src/index.js';
import { areDisjoint } from '../../src/dialects/rewrite/are-disjoint.js';
import { followed, referenceChain, resolverOf } from '../../src/references/resolve.js';
import { targetOf } from '../../src/references/target-of.js';

const text: JsonSchemaObject = { type: 'string' };
const count: JsonSchemaObject = { type: 'integer' };
const toText: JsonSchemaObject = { $ref: '#/$defs/text' };
const toCount: JsonSchemaObject = { $ref: '#/$defs/count' };
const chained: JsonSchemaObject = { $ref: '#/$defs/toText' };
const first: JsonSchemaObject = { $ref: '#/$defs/second' };
const second: JsonSchemaObject = { $ref: '#/$defs/first' };
const missing: JsonSchemaObject = { $ref: '#/$defs/missing' };
const toMissing: JsonSchemaObject = { $ref: '#/$defs/gone' };
const resolve = resolverOf({ $defs: { text, count, toText, first, second, gone: missing } });

describe('the target of a reference', () => {
  it.each<[string, Parameters<typeof targetOf>[0], JsonSchema | undefined]>([
    ['is the schema that the reference names', toText, text],
    ['is only one step away', chained, toText],
    ['does not contain the keywords next to the reference', { ...toText, maxLength: 3 }, text],
    ['is absent if the reference leads nowhere', missing, undefined],
    ['is absent without a reference', text, undefined],
    ['is absent for a boolean', true, undefined],
    ['is absent if the reference is not a string', { $ref: 3 }, undefined],
  ])('%s', (_, schema, target) => {
    expect(targetOf(schema, resolve)).toBe(target);
  });
});

describe('a chain of references', () => {
  it.each<[string, JsonSchema, readonly JsonSchema[], JsonSchema]>([
    ['ends at a schema without a reference', chained, [chained, toText, text], text],
    ['ends before a schema that comes again', first, [first, second], first],
    ['ends where a reference leads nowhere', toMissing, [toMissing, missing], missing],
  ])('%s', (_, schema, chain, last) => {
    expect(referenceChain(schema, resolve)).toEqual(chain);
    expect(followed(schema, resolve)).toBe(last);
  });
});

describe('two schemas share no value', () => {
  it.each<[string, JsonSchema, JsonSchema, boolean]>([
    ['if their references lead to different types', chained, toCount, true],
    ['whatever is next to a reference', { ...toText, maxLength: 3 }, count, true],
    ['never provably if a reference leads nowhere', missing, count, false],
    ['never provably if references form a circle', first, count, false],
  ])('%s', (_, one, other, apart) => {
    expect(areDisjoint(one, other, resolve)).toBe(apart);
    expect(areDisjoint(other, one, resolve)).toBe(apart);
  });
});
