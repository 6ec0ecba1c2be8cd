import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { ToolDefinition } from '@haft/core';
import { Service } from './serving.js';

const petstore = JSON.parse(readFileSync(new URL('petstore.json', import.meta.url), 'utf8')) as object;

const service = new Service();
beforeAll(() => service.start());
afterEach(() => {
  service.reset();
});
afterAll(() => service.stop());

async function definitions(document: object, options = {}): Promise<ReadonlyMap<string, ToolDefinition>> {
  const run = service.run(document, options);
  return new Map((await run.definitions()).map((one) => [one.name, one]));
}

test('makes a tool of each operation, and says why it skips others [NEW-36]', async () => {
  const { skipped } = service.tools(petstore);
  expect(skipped).toEqual([
    { operation: 'POST /pet/{petId}/uploadImage', reason: 'its body is application/octet-stream' },
  ]);
  expect([...(await definitions(petstore)).keys()].sort()).toEqual([
    ...['add_pet', 'create_user', 'create_users_with_list_input', 'delete_order', 'delete_pet', 'delete_user'],
    ...['find_pets_by_status', 'find_pets_by_tags', 'get_inventory', 'get_order_by_id', 'get_pet_by_id'],
    ...['get_user_by_name', 'list_orders', 'login_user', 'logout_user', 'place_order', 'update_pet'],
    ...['update_pet_with_form', 'update_user'],
  ]);
});

test('keeps recursion, closes objects of requests and leaves out what the service sets [NEW-36]', async () => {
  const { parameters, result, hints, version } = (await definitions(petstore)).get('add_pet') ?? {};
  expect(parameters).toEqual({
    type: 'object',
    properties: { body: { $ref: '#/$defs/Pet' } },
    required: ['body'],
    additionalProperties: false,
    $defs: {
      Pet: {
        type: 'object',
        required: ['name', 'photoUrls'],
        additionalProperties: false,
        properties: {
          name: { type: 'string' },
          category: { $ref: '#/$defs/Category' },
          photoUrls: { type: 'array', items: { type: 'string', format: 'uri' } },
          tags: { type: 'array', items: { $ref: '#/$defs/Tag' } },
          weight: { type: ['number', 'null'], exclusiveMinimum: 0 },
          status: {
            type: 'string',
            enum: ['available', 'pending', 'sold'],
            description: 'Whether it can be bought.',
          },
        },
      },
      Category: {
        type: 'object',
        description: 'A kind of pet.',
        additionalProperties: false,
        properties: {
          name: { type: 'string' },
          parent: { description: 'The wider kind.', anyOf: [{ $ref: '#/$defs/Category' }, { type: 'null' }] },
        },
      },
      Tag: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
    },
  });
  expect(result?.$defs).toMatchObject({ Pet: { required: ['id', 'name', 'photoUrls'] } });
  expect(result?.$defs?.['Pet']).not.toHaveProperty('additionalProperties');
  expect(hints).toEqual({ readOnly: false, destructive: false, idempotent: false, openWorld: true });
  expect(version).toMatch(/^[0-9a-f]{16}$/);
});

test('merges inherited properties, and keeps write-only ones out of results', async () => {
  const { parameters, result } = (await definitions(petstore)).get('create_user') ?? {};
  expect(parameters?.$defs?.['User']).toEqual({
    type: 'object',
    properties: {
      username: { type: 'string', minLength: 1 },
      email: { type: 'string', format: 'email' },
      password: { type: 'string' },
      phone: { type: 'string' },
    },
    required: ['username'],
    additionalProperties: false,
  });
  const { properties } = result?.$defs?.['User'] as { readonly properties: object };
  expect(Object.keys(properties)).toEqual(['id', 'username', 'email', 'phone', 'role']);
});

test('asks for the same values in OpenAPI 3.0 and 3.1 [NEW-36]', async () => {
  const [earlier, later] = [await definitions(petstore), await definitions(asVersion31(petstore))];
  expect(later.size).toBe(19);
  for (const [name, definition] of later) {
    expect(JSON.parse(sorted(definition.parameters))).toEqual(JSON.parse(sorted(earlier.get(name)?.parameters)));
    expect(definition.version).toBe(earlier.get(name)?.version);
  }
});

test('gives no model cookies, credentials or headers of the connection', async () => {
  const all = await definitions(petstore);
  expect(Object.keys(all.get('delete_pet')?.parameters.properties ?? {})).toEqual(['petId']);
  expect(Object.keys(all.get('list_orders')?.parameters.properties ?? {})).toEqual(['filter', 'limit', 'X-Request-Id']);
});

test('sends what the model gave, and returns the JSON of the service [NEW-36]', async () => {
  service.answer = () => ({ body: '[{"id":1,"petId":7}]' });
  const run = service.run(petstore);
  const outcome = await run.call({
    name: 'list_orders',
    arguments: { filter: { status: 'a&b', complete: true }, limit: 5, 'X-Request-Id': 'r 1' },
  });
  expect(outcome).toMatchObject({ status: 'success', value: [{ id: 1, petId: 7 }] });
  expect(service.last).toMatchObject({
    method: 'GET',
    url: '/store/order?filter%5Bstatus%5D=a%26b&filter%5Bcomplete%5D=true&limit=5',
    headers: { 'x-request-id': 'r 1', accept: 'application/json, text/*;q=0.5' },
  });
});

test('sends forms, lists and JSON bodies', async () => {
  const run = service.run(petstore);
  await run.call({ name: 'update_pet_with_form', arguments: { petId: 3, body: { name: 'Rex & Co', status: 'sold' } } });
  expect(service.last).toMatchObject({ url: '/pet/3', body: 'name=Rex%20%26%20Co&status=sold' });
  expect(service.last?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  await run.call({ name: 'find_pets_by_tags', arguments: { tags: ['a,b', 'c'] } });
  expect(service.last?.url).toBe('/pet/findByTags?tags=a%2Cb,c');
  await run.call({ name: 'place_order', arguments: { body: { petId: 1, shipDate: null } } });
  expect(service.last).toMatchObject({ method: 'POST', body: '{"petId":1,"shipDate":null}' });
});

test('refuses values that the service sets itself', async () => {
  const run = service.run(petstore);
  const outcome = await run.call({ name: 'create_user', arguments: { body: { username: 'ada', role: 'admin' } } });
  expect(outcome.status).toBe('retry');
  expect(service.requests).toEqual([]);
});

test('returns texts and null for an empty answer', async () => {
  const run = service.run(petstore);
  service.answer = () => ({ headers: { 'content-type': 'text/plain' }, body: 'session-1' });
  const login = { name: 'login_user', arguments: { username: 'ada', password: 'x' } };
  expect(await run.call(login)).toMatchObject({ status: 'success', value: 'session-1' });
  service.answer = () => ({ status: 204 });
  expect(await run.call({ name: 'logout_user', arguments: {} })).toMatchObject({ status: 'success', value: null });
});

/** Converts the document to OpenAPI 3.1. */
function asVersion31(document: object): object {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== 'object' || value === null) return value;
    const { nullable, exclusiveMinimum, ...rest } = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, convert(one)]),
    );
    const { type, minimum, allOf, description, ...others } = rest;
    const [bound, more] =
      exclusiveMinimum === true ? [{ exclusiveMinimum: minimum }, { type }] : [{ minimum }, { type }];
    if (nullable !== true) return exclusiveMinimum === true ? { ...rest, minimum: undefined, ...bound } : rest;
    if (Array.isArray(allOf)) return { description, anyOf: [...(allOf as unknown[]), { type: 'null' }] };
    return { ...others, ...bound, ...more, type: [type, 'null'] };
  };
  return JSON.parse(JSON.stringify({ ...(convert(document) as object), openapi: '3.1.1' })) as object;
}

/** JSON with sorted keys. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
