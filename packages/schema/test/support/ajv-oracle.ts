import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv2020Class } from 'ajv/dist/2020.js';
import type { FormatsPlugin } from 'ajv-formats';
import type { JsonSchema } from '../../src/index.js';

const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Class };
const addFormats = require('ajv-formats') as FormatsPlugin;

const ajv = new Ajv2020({
  ownProperties: true,
  strict: false,
  allErrors: false,
  logger: false,
  code: { optimize: false },
});
addFormats(ajv);
// The other form of ajv-formats wants a dot in the domain, which RFC 5321 does not.
ajv.addFormat('email', addFormats.get('email', 'fast'));

/** Returns whether ajv accepts a value, with own properties only, as Haft does. */
export function ajvAccepts(schema: JsonSchema, value: unknown): boolean {
  return ajvCheck(schema)(value);
}

/** Compiles a schema with ajv, once for values that follow one another. */
export function ajvCheck(schema: JsonSchema): (value: unknown) => boolean {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const accepts = ajv.compile(schema as object);
  ajv.removeSchema();
  // A night has many thousand random schemas.
  if (compiled.size >= 100) compiled.clear();
  compiled.set(text, accepts);
  return accepts;
}

const compiled = new Map<string, (value: unknown) => boolean>();
