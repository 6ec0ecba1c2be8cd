import { createRequire } from 'node:module';
import { createChecker, type JsonSchema } from '@haft/schema';
import type { Ajv2020 as Ajv2020Class } from 'ajv/dist/2020.js';
import type { FormatsPlugin } from 'ajv-formats';

const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Class };
const addFormats = require('ajv-formats') as FormatsPlugin;

/** One for all schemas: each new one compiles the meta schema of JSON Schema first. */
const ajv = new Ajv2020({ ownProperties: true, strict: false, logger: false, addUsedSchema: false });
addFormats(ajv);
// The other form of ajv-formats wants a dot in the domain, which RFC 5321 does not.
ajv.addFormat('email', addFormats.get('email', 'fast'));

/** Returns the verdicts of ajv and Haft on a value. Compiles the schema once. */
export function verdictsOf(schema: JsonSchema): (value: unknown) => { readonly ajv: boolean; readonly haft: boolean } {
  const accepts = ajv.compile(schema as object);
  const checker = createChecker(schema);
  return (value) => ({ ajv: accepts(value), haft: checker.validates(value) });
}
