import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { createRuntime } from '@haft/runtime';
import { openApiToolset } from '../../src/openapi/index.js';
import { documentWith } from './serving.js';

/* A body that Haft accepts is valid by the schema of the document. ajv is the oracle. */

const ajv = new Ajv2020({ strict: false });

const SKIPPED = Symbol('skipped');

/** Returns the body that a service gets for arguments, or undefined if Haft rejects them. */
async function sentBody(schema: object, body: unknown): Promise<unknown> {
  let sent: string | undefined;
  const fetch = (_url: unknown, init: { readonly body?: unknown }): Promise<Response> => {
    sent = String(init.body);
    return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const { toolset, skipped } = openApiToolset(documentWith('/p', 'post', { operationId: 'op', requestBody }), {
    name: 'api',
    baseUrl: 'https://api.example',
    approve: 'none',
    open: true,
    fetch: fetch as never,
  });
  // `skipped` says why.
  if (skipped.length > 0) return SKIPPED;
  await createRuntime({ toolsets: toolset })
    .startRun()
    .call({ name: 'op', arguments: { body } as object });
  return sent === undefined ? undefined : JSON.parse(sent);
}

const NAMES = ['a', 'b', 'x1'];
const name = fc.constantFrom(...NAMES);
const small = fc.integer({ min: 0, max: 3 });
const leaf = fc.oneof(
  fc.record({ type: fc.constant('integer'), minimum: small }),
  fc.record({ type: fc.constant('integer'), exclusiveMaximum: small, multipleOf: fc.constantFrom(1, 2) }),
  fc.record({ type: fc.constant('string'), minLength: small }),
  fc.record({ type: fc.constant('string'), maxLength: small, pattern: fc.constantFrom('^a', 'b$') }),
  fc.record({ type: fc.constant('array'), items: fc.constant({ type: 'integer' }), maxItems: small }),
  fc.record({ enum: fc.constant(['a', 1]) }),
);
const properties = fc.dictionary(name, leaf, { maxKeys: 2 });
const plain = fc.record(
  { type: fc.constant('object'), properties, required: fc.subarray(NAMES) },
  { requiredKeys: [] },
);
/** Each rule of objects that merging could lose. */
const rule = fc.oneof(
  fc.record({ minProperties: small }),
  fc.record({ maxProperties: small }),
  fc.record({ additionalProperties: leaf }),
  fc.record({ patternProperties: fc.dictionary(fc.constantFrom('^x', 'a'), leaf, { maxKeys: 1 }) }),
  fc.record({ propertyNames: fc.record({ maxLength: small }) }),
  fc.record({ dependentRequired: fc.dictionary(name, fc.subarray(NAMES), { maxKeys: 1 }) }),
  fc.record({ not: plain }),
  fc.record({ anyOf: fc.array(plain, { minLength: 1, maxLength: 2 }) }),
  fc.record({ oneOf: fc.array(plain, { minLength: 1, maxLength: 2 }) }),
);
const part = fc.oneof(
  plain,
  rule,
  fc.tuple(plain, rule).map(([one, other]) => ({ ...one, ...other })),
);
const composed = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.option(part, { nil: {} }))
  .map(([allOf, beside]) => ({ type: 'object', ...beside, allOf }));
const value = fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constantFrom('', 'a', 'ab', 'aab'), fc.array(small));
const body = fc.dictionary(name, value, { maxKeys: 3 });

describe('bodies of composed schemas [NEW-36]', () => {
  test('are valid if Haft sends them, and sent if they are valid', async () => {
    const counts = { sent: 0, rejected: 0 };
    await fc.assert(
      fc.asyncProperty(composed, body, async (schema, given) => {
        const isValid = ajv.compile(schema);
        const sent = await sentBody(schema, given);
        if (sent === SKIPPED) return;
        if (sent !== undefined) expect([isValid(sent), schema, sent]).toEqual([true, schema, sent]);
        if (isValid(given)) expect([sent, schema]).toEqual([given, schema]);
        counts[sent === undefined ? 'rejected' : 'sent'] += 1;
      }),
      { numRuns: 300 },
    );
    expect(Math.min(counts.sent, counts.rejected)).toBeGreaterThan(3);
  });
});
