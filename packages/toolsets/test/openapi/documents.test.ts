import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compose, createRuntime } from '@haft/runtime';
import { openApiToolset, type OpenApiOptions } from '../../src/openapi/index.js';
import { documentWith, QUIET, Service } from './serving.js';

const service = new Service();
beforeAll(() => service.start());
afterAll(() => service.stop());

const options: OpenApiOptions = { name: 'service', baseUrl: 'https://api.test/v3', approve: 'none' };
const json = (schema: unknown): object => ({ content: { 'application/json': { schema } } });
const posting = (schema: unknown, more: object = {}): object =>
  documentWith('/p', 'post', { operationId: 'op', requestBody: json(schema) }, more);
const definitionOf = async (document: object, more: Partial<OpenApiOptions> = {}) => {
  const run = service.run(document, more);
  return (await run.definitions())[0];
};
const skippedOf = (document: object): readonly string[] =>
  openApiToolset(document, options).skipped.map(({ reason }) => reason);

describe('names', () => {
  test.each([
    ['repos/list-for-org', 'repos_list_for_org'],
    ['listPetsByID', 'list_pets_by_id'],
    ['1st', '_1st'],
    [undefined, 'get_pets_pet_id'],
    ['???', 'get_pets_pet_id'],
    [`a${'b'.repeat(80)}`, expect.stringMatching(/^ab{54}_[0-9a-f]{8}$/)],
  ])('the operationId %j gives %j', async (operationId, name) => {
    const parameters = [{ name: 'petId', in: 'path', schema: { type: 'string' } }];
    expect((await definitionOf(documentWith('/pets/{petId}', 'get', { operationId, parameters })))?.name).toEqual(name);
  });

  test('two operations with one name are an error that names both', () => {
    const get = { operationId: 'same' };
    const paths = { '/a': { get }, '/b': { get } };
    expect(() => openApiToolset({ openapi: '3.0.0', paths }, options)).toThrow(
      expect.objectContaining({ code: 'HAFT_DUPLICATE_TOOL', message: expect.stringMatching(/GET \/a and GET \/b/) }),
    );
  });

  test('parameters with one name in two places get the place in front', async () => {
    const parameters = ['query', 'header'].map((place) => ({ name: 'id', in: place, schema: { type: 'string' } }));
    const more = [{ name: 'body', in: 'query', schema: { type: 'string' } }];
    const operation = { operationId: 'op', parameters: [...parameters, ...more], requestBody: json({}) };
    const definition = await definitionOf(documentWith('/p', 'post', operation));
    expect(Object.keys(definition?.parameters.properties ?? {})).toEqual([
      'query_id',
      'header_id',
      'query_body',
      'body',
    ]);
  });
});

describe('documents that are not usable', () => {
  test.each([
    [{ swagger: '2.0' }, /Swagger 2\.0/],
    [{ openapi: '3.2.0' }, /OpenAPI 3\.2\.0/],
    [{}, /without `openapi`/],
    [{ openapi: '3.1.0', paths: [] }, /`paths` is not an object/],
    ['{}', /got/],
    [null, /got/],
  ])('%j is an error', (document, message) => {
    expect(() => openApiToolset(document as object, options)).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message: expect.stringMatching(message) }),
    );
  });

  test.each([
    [posting({ $ref: 'other.json#/A' }), /another document/],
    [posting({ $ref: '#/components/schemas/None' }), /not in the document/],
    [posting({ $ref: '#/components/schemas/A' }, components({ A: { $ref: '#/components/schemas/A' } })), /loop/],
    [
      posting(
        { $ref: '#/components/schemas/A' },
        components({ A: { allOf: [{ $ref: '#/components/schemas/A' }, {}] } }),
      ),
      /loop/,
    ],
    [posting('text'), /not an object/],
    [posting(JSON.parse('{"type":"object","properties":{"__proto__":{}}}')), /__proto__/],
    [posting(deep(100)), /deeper than/],
    [posting(wide()), /more than 20000 parts/],
    [posting({ type: 'nonsense' }), /cannot be used/],
    [documentWith('/p', 'post', { requestBody: { content: { 'multipart/form-data': {} } } }), /multipart\/form-data/],
    [documentWith('/p/{x}', 'get', {}), /no parameter describes \{x\}/],
    [documentWith('/p/../q', 'get', {}), /not a plain path/],
    [documentWith('/p?x=1', 'get', {}), /not a plain path/],
    [documentWith('p', 'get', {}), /does not begin/],
    [documentWith('/p', 'options', {}), /OPTIONS/],
    [documentWith('/p', 'get', { parameters: [{ name: 'a b', in: 'header' }] }), /HTTP does not allow/],
    [documentWith('/p', 'get', { parameters: [{ name: 'a', in: 'query', style: 'odd' }] }), /style/],
    [documentWith('/p', 'get', { parameters: [7] }), /no name or place/],
    [{ openapi: '3.1.0', paths: { '/p': 7 } }, /not an object/],
  ])('an operation is skipped with its reason (%#)', (document, reason) => {
    expect(skippedOf(document)).toEqual([expect.stringMatching(reason)]);
  });

  test('a cyclic object ends', () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema['properties'] = { self: schema };
    expect(skippedOf(posting(schema))).toEqual([expect.stringMatching(/deeper than/)]);
  });

  test.each(['ftp://a.test', 'https://u:p@a.test', 'https://a.test/?x=1', '/v3', undefined])(
    'baseUrl %j is an error',
    (baseUrl) => {
      expect(() => openApiToolset(posting({}), { ...options, baseUrl: baseUrl as string })).toThrow(/needs a baseUrl/);
    },
  );

  test.each([{ approve: 'all' }, { results: 'no' }, { auth: 'token' }, { timeoutMs: 0 }, { headers: {} }])(
    'the options %j are an error',
    (more) => {
      expect(() => openApiToolset(posting({}), { ...options, ...(more as object) })).toThrow(
        expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }),
      );
    },
  );
});

describe('schemas', () => {
  test('compositions stay open, and choices of objects are closed', async () => {
    const [a, b] = [
      { type: 'object', properties: { a: {} } },
      { type: 'object', properties: { b: {} } },
    ];
    const closed = { additionalProperties: false };
    const choice = (await definitionOf(posting({ oneOf: [a, b] })))?.parameters.properties?.['body'];
    expect(choice).toEqual({
      oneOf: [
        { ...a, ...closed },
        { ...b, ...closed },
      ],
    });
    const mixed = { allOf: [a, { anyOf: [b, { minProperties: 1 }] }] };
    expect((await definitionOf(posting(mixed)))?.parameters.properties?.['body']).toEqual(mixed);
    const open = await definitionOf(posting(a), { open: true });
    expect(open?.parameters.properties?.['body']).toEqual(a);
  });

  test('unusable patterns, unknown formats and words of documentation are left out', async () => {
    const words = { xml: {}, example: 1, discriminator: { propertyName: 'x' }, 'x-y': 1, externalDocs: {} };
    const schema = { type: 'string', format: 'int32', pattern: '(a)\\1', minLength: 1, ...words };
    const definition = await definitionOf(posting(schema));
    expect(definition?.parameters.properties?.['body']).toEqual({ type: 'string', minLength: 1 });
  });

  test('a description has at most 1,000 characters, and none that a reader does not see', async () => {
    const summary = `Reads\u200b a thing.\u202e ${'x'.repeat(3000)}`;
    const { description = '' } = (await definitionOf(documentWith('/p', 'get', { operationId: 'a', summary }))) ?? {};
    expect(description).toMatch(/^Reads a thing\. x+\.\.\.$/);
    expect(description).toHaveLength(1000);
  });
});

test('a changed operation is another version', async () => {
  const versions = [posting({ type: 'string' }), posting({ type: 'string' }), posting({ type: 'number' })];
  const [first, second, third] = await Promise.all(versions.map(async (one) => (await definitionOf(one))?.version));
  expect(first).toBe(second);
  expect(third).not.toBe(first);
});

test('operations chooses by id, tags, method and deprecation', () => {
  const seen: unknown[] = [];
  const document = documentWith('/p', 'get', { operationId: 'a', tags: ['x', 7], deprecated: true });
  openApiToolset(document, { ...options, operations: (facts) => seen.push(facts) > 5 });
  expect(seen).toEqual([{ id: 'a', method: 'GET', path: '/p', tags: ['x'], deprecated: true }]);
});

test.each([
  [undefined, { get: 'success', post: 'deferred', put: 'deferred', delete: 'deferred' }],
  ['destructive', { get: 'success', post: 'success', put: 'success', delete: 'deferred' }],
  ['none', { get: 'success', post: 'success', put: 'success', delete: 'success' }],
] as const)('approve %s asks a person for the calls it names [NEW-36]', async (approve, expected) => {
  const operations = Object.fromEntries(
    Object.keys(expected).map((method) => [method, { operationId: `${method}_it` }]),
  );
  const run = service.run({ openapi: '3.1.0', paths: { '/p': operations } }, { approve } as object);
  for (const [method, status] of Object.entries(expected))
    expect((await run.call({ name: `${method}_it`, arguments: {} })).status).toBe(status);
});

test('a model finds a tool of a hidden toolset by its summary and tags', async () => {
  const document = documentWith('/refunds', 'get', {
    operationId: 'x_1',
    summary: 'Lists refunds.',
    tags: ['payments'],
  });
  const hidden = compose(service.tools(document).toolset).deferLoading();
  const run = createRuntime({ ...QUIET, toolsets: hidden }).startRun();
  const outcome = await run.call({ name: 'search_tools', arguments: { queries: ['refunds'] } });
  expect(outcome.text).toContain('x_1');
  const byTag = await run.call({ name: 'search_tools', arguments: { queries: ['payments'] } });
  expect(byTag.text).toContain('x_1');
});

function components(schemas: object): object {
  return { components: { schemas } };
}

function deep(levels: number): object {
  return levels === 0 ? {} : { type: 'array', items: deep(levels - 1) };
}

/** A small graph that is a large tree. */
function wide(): object {
  let schema: object = {};
  for (let level = 0; level < 40; level++) schema = { type: 'array', prefixItems: [schema, schema] };
  return schema;
}

describe('scopes as permissions', () => {
  const components = {
    securitySchemes: {
      oauth: { type: 'oauth2', flows: {} },
      login: { type: 'openIdConnect', openIdConnectUrl: 'https://id.test' },
      key: { type: 'apiKey', in: 'header', name: 'x-key' },
    },
  };
  const requiredBy = async (security: unknown, ofDocument?: unknown, requires?: 'scopes') => {
    const document = documentWith(
      '/p',
      'get',
      { operationId: 'op', ...(security === undefined ? {} : { security }) },
      { components },
    );
    const { toolset, skipped } = openApiToolset(
      { ...document, ...(ofDocument === undefined ? {} : { security: ofDocument }) },
      { ...options, ...(requires && { requires }) },
    );
    const { tools } = await createRuntime({ toolsets: toolset, ...QUIET }).describe();
    return tools[0]?.definition.requires ?? skipped.map(({ reason }) => reason);
  };

  test.each<[string, unknown, unknown]>([
    ['all scopes of one way', [{ oauth: ['read', 'write'] }], ['read', 'write']],
    ['one of several ways', [{ oauth: ['read'] }, { login: ['admin'] }, { key: [] }], [{ anyOf: ['read', 'admin'] }]],
    ['all scopes of ways with several', [{ oauth: ['a', 'b'] }, { login: ['c'] }], ['a', 'b', 'c']],
    ['none of an API key', [{ key: ['no'] }], []],
    ['none of an empty list, also if the document has some', [], []],
    ['none of other values', [7, { oauth: 'read', __proto__: ['x'] }, { toString: ['y'] }], []],
    ['no tool with a scope that is none', [{ oauth: ['two words'] }], ['the scope "two words" is invalid']],
  ])('%s', async (_title, security, requires) => {
    expect(await requiredBy(security, [{ oauth: ['document'] }], 'scopes')).toEqual(requires);
  });

  test('those of the document, for operations without their own', async () => {
    expect(await requiredBy(undefined, [{ oauth: ['document'] }], 'scopes')).toEqual(['document']);
  });

  test('none without the option', async () => {
    expect(await requiredBy([{ oauth: ['read'] }])).toEqual([]);
  });
});
