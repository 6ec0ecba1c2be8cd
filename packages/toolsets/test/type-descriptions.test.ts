import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '../src');
const KEYWORDS = ['items', 'anyOf', 'additionalProperties'];

type Schema = { readonly [keyword: string]: unknown; readonly description?: string };

/** Returns the parameters and results of all tools, as the generated modules have them. */
function schemas(): Schema[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => file.endsWith('toolsets.gen.ts'));
  return modules.flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    const literals = text.matchAll(/^ {4}(?:parameters|result): '((?:[^'\\]|\\.)*)',$/gm);
    return [...literals].map(([, json = '']) => JSON.parse(json.replace(/\\(['\\])/g, '$1')) as Schema);
  });
}

/** Returns the descriptions that a schema has from a type, and not from a property. */
function ofTypes(schema: Schema, isType: boolean): string[] {
  const own = isType && schema.description !== undefined ? [schema.description] : [];
  const inner = KEYWORDS.flatMap((keyword) => [schema[keyword]].flat().map((value) => [value, true] as const));
  const members = Object.values(schema.properties ?? {}).map((value) => [value, false] as const);
  const found = [...inner, ...members].filter(([value]) => typeof value === 'object' && value !== null);
  return [...own, ...found.flatMap(([value, type]) => ofTypes(value as Schema, type))];
}

it('describes each type of a parameter or result to the model in at most 12 words', () => {
  const all = schemas();
  expect(all.length).toBeGreaterThan(50);
  const descriptions = [...new Set(all.flatMap((schema) => ofTypes(schema, true)))];
  expect(descriptions.length).toBeGreaterThan(5);
  expect(descriptions.filter((description) => description.split(/\s+/).length > 12)).toEqual([]);
});
