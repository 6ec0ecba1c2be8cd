import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaObject } from '@haft/schema';
import fc from 'fast-check';
import { argumentsOf, wrongArgumentsOf } from '../../src/index.js';
import { verdictsOf } from '../support/verdicts.js';

/* The schemas that the reflector writes for every kind of type. */

const FIXTURES = join(import.meta.dirname, '../../../reflector/test/fixtures/types');
const schemas = readdirSync(FIXTURES)
  .filter((name) => existsSync(join(FIXTURES, name, 'schema.json')))
  .map((name) => {
    const { arguments: schema } = JSON.parse(readFileSync(join(FIXTURES, name, 'schema.json'), 'utf8')) as {
      readonly arguments?: JsonSchemaObject;
    };
    return [name, schema] as const;
  })
  .filter((one): one is readonly [string, JsonSchemaObject] => one[1] !== undefined);

/** `contentEncoding` is an annotation in ajv, but Haft enforces it. */
const ANNOTATED = new Set(['bytes', 'buffers']);

it('are many', () => {
  expect(schemas.length).toBeGreaterThan(40);
});

describe.each(schemas)('%s', (name, schema) => {
  it('valid arguments pass ajv and Haft, and wrong ones do not', () => {
    const verdicts = verdictsOf(schema);
    fc.assert(
      fc.property(argumentsOf(schema), wrongArgumentsOf(schema), (args, wrong) => {
        expect([args, verdicts(args)]).toEqual([args, { ajv: true, haft: true }]);
        const { ajv, haft } = verdicts(wrong);
        expect([wrong, haft, ajv && !ANNOTATED.has(name)]).toEqual([wrong, false, false]);
      }),
      { numRuns: 100 },
    );
  });
});
