import { describe, expect, it } from '@jest/globals';
import { Budget } from '../../src/dialects/rewrite/budget.js';
import type { JsonSchemaObject } from '../../src/index.js';

/** The size that may be written for a short document. */
const MOST = 100_000;

describe('the size of a written schema', () => {
  const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 1000 }, (_, i) => make(i));
  const inside: JsonSchemaObject = { enum: many(String) };

  it.each<[string, JsonSchemaObject, number]>([
    ['one for each value, and one for the list', { enum: many(String) }, 1002],
    ['one more for each list inside', { enum: many((i) => [i]) }, 2002],
    ['two for a text of 16 characters', { enum: many(() => 'x'.repeat(16)) }, 2002],
    ['one for each schema inside', { properties: Object.fromEntries(many((i) => [`p${i}`, inside])) }, 1002],
  ])('is %s', (_, schema, size) => {
    const budget = new Budget({});
    let written = 0;
    while (written <= MOST && budget.mayWrite(schema)) written++;
    expect(written).toBe(Math.floor(MOST / size));
  });
});
