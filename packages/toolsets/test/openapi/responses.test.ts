import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createRuntime, type RunEvent } from '@haft/runtime';
import { ServiceError } from '../../src/openapi/index.js';
import { documentWith, QUIET, Service, type Answer } from './serving.js';

const service = new Service();
beforeAll(() => service.start());
afterEach(() => {
  service.reset();
});
afterAll(() => service.stop());

const schema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
const content = { 'application/json': { schema } };
const document = documentWith('/thing', 'get', {
  operationId: 'thing',
  responses: { 200: { description: 'A thing.', content } },
});
const call = { name: 'thing', arguments: {} };

interface Expected {
  readonly status: string;
  readonly text: RegExp;
}

const html = { 'content-type': 'text/html' };
const TABLE: readonly (readonly [Answer, Expected])[] = [
  [
    { status: 400, body: '{"e":"bad id"}' },
    { status: 'retry', text: /rejects this call \(400\): \{"e":"bad id"\}/ },
  ],
  [
    { status: 409, body: 'x'.repeat(5000) },
    { status: 'retry', text: /^The service rejects this call \(409\): x{1000}$/m },
  ],
  [{ status: 422 }, { status: 'retry', text: /rejects this call \(422\)\./ }],
  [
    { status: 401, body: 'SECRET' },
    { status: 'failed', text: /^The service does not allow this\.$/ },
  ],
  [
    { status: 403, body: 'SECRET' },
    { status: 'failed', text: /^The service does not allow this\.$/ },
  ],
  [
    { status: 404, body: 'SECRET' },
    { status: 'failed', text: /^The service does not have this\.$/ },
  ],
  [
    { status: 410, body: 'SECRET' },
    { status: 'failed', text: /^The service does not accept this request \(410\)\.$/ },
  ],
  [
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 'failed', text: /Call again in 7 seconds\.$/ },
  ],
  [
    { status: 429, headers: { 'retry-after': 'soon' } },
    { status: 'failed', text: /Call again later\.$/ },
  ],
  [
    { status: 302, headers: { location: '/other' } },
    { status: 'failed', text: /redirects are not followed/ },
  ],
  [
    { status: 500, body: 'SECRET' },
    { status: 'failed', text: /failed unexpectedly/ },
  ],
  [
    { status: 503, body: 'SECRET' },
    { status: 'failed', text: /failed unexpectedly/ },
  ],
  [{ body: '{"id":' }, { status: 'failed', text: /JSON that cannot be read/ }],
  [
    { headers: { 'content-type': 'image/png' }, body: '\u0000' },
    { status: 'failed', text: /image\/png, not with text/ },
  ],
  [
    { headers: html, body: '<p>Hi' },
    { status: 'success', text: /<p>Hi/ },
  ],
  [{ body: '' }, { status: 'success', text: /null/ }],
];

test.each(TABLE)('answers %j with an outcome for the model [NEW-36]', async (answer, { status, text }) => {
  service.answer = () => answer;
  const outcome = await service.run(document).call(call);
  expect(outcome.status).toBe(status);
  expect(outcome.text).toMatch(text);
  expect(outcome.text).not.toContain('SECRET');
  expect(service.requests).toHaveLength(1);
});

test('tells the body of a failure to events only', async () => {
  const events: RunEvent[] = [];
  service.answer = () => ({ status: 500, body: 'stack trace' });
  const tools = service.tools(document);
  const run = createRuntime({ ...QUIET, toolsets: tools.toolset }).startRun({ onEvent: (event) => events.push(event) });
  await run.call(call);
  const [error] = events.flatMap((event) => (event.type === 'exception' ? [event.error] : []));
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ status: 500, body: 'stack trace', operation: 'GET /thing' });
});

describe('the schema of a response', () => {
  test('describes the result, and rejects none by default', async () => {
    const run = service.run(document);
    expect((await run.definitions())[0]?.result).toEqual(schema);
    service.answer = () => ({ body: '{"id":"x"}' });
    expect(await run.call(call)).toMatchObject({ status: 'success', value: { id: 'x' } });
  });

  test('checks the result on request', async () => {
    const run = service.run(document, { results: 'check' });
    service.answer = () => ({ body: '{"id":"x"}' });
    expect((await run.call(call)).text).toMatch(/failed unexpectedly/);
    service.answer = () => ({ body: '{"id":1}' });
    expect(await run.call(call)).toMatchObject({ status: 'success', value: { id: 1 } });
  });
});

test('reads hostile JSON without an effect on other objects', async () => {
  const run = service.run(document);
  service.answer = () => ({ body: '{"id":1,"__proto__":{"admin":true},"\\u005f_proto__":{"admin":true}}' });
  const outcome = await run.call(call);
  expect(outcome).toMatchObject({ status: 'success', value: { id: 1 } });
  expect(outcome.text).not.toContain('admin');
  expect('admin' in {}).toBe(false);
  service.answer = () => ({ body: '['.repeat(200_000) + ']'.repeat(200_000) });
  expect(['success', 'failed']).toContain((await run.call(call)).status);
});

test('ends a response that is too long or too slow', async () => {
  service.answer = () => ({ body: `"${'x'.repeat(5000)}"` });
  const short = service.run(document, { maxBytes: 1000 });
  expect(await short.call(call)).toMatchObject({ status: 'failed', text: expect.stringContaining('larger than 1000') });
  const slow = service.run(document, { timeoutMs: 20, fetch: hanging, ...NO_GUARD });
  expect(await slow.call(call)).toMatchObject({ text: 'The service did not answer within 0.02 seconds.' });
});

test('does not connect to a private address without permission [NEW-36]', async () => {
  const run = service.run(document, { allowAddresses: [] });
  expect(await run.call(call)).toMatchObject({ status: 'failed', text: 'The service cannot be reached.' });
  expect(service.requests).toEqual([]);
});

test('uses the fetch of the host', async () => {
  const fetch = (): Promise<Response> => Promise.resolve(Response.json({ id: 9 }));
  const run = service.run(document, { fetch, ...NO_GUARD });
  expect(await run.call(call)).toMatchObject({ status: 'success', value: { id: 9 } });
});

describe('credentials', () => {
  const token = 'token-0123456789';
  const auth = (): Record<string, string> => ({ Authorization: `Bearer ${token}` });

  test('go to the service and to nothing else [NEW-36]', async () => {
    const events: RunEvent[] = [];
    service.answer = ({ headers }) => ({ status: 400, body: `got ${String(headers.authorization)}` });
    const tools = service.tools(document, { auth });
    const run = createRuntime({ ...QUIET, toolsets: tools.toolset }).startRun({
      onEvent: (event) => events.push(event),
    });
    const outcome = await run.call(call);
    expect(service.last?.headers.authorization).toBe(`Bearer ${token}`);
    expect(outcome.text).toContain('got [credentials]');
    expect(JSON.stringify([outcome, events, tools.toolset])).not.toContain(token);
  });

  test('do not follow a redirect to another origin', async () => {
    const other = await new Service().start();
    service.answer = () => ({ status: 307, headers: { location: `${other.origin}/steal` } });
    expect((await service.run(document, { auth }).call(call)).status).toBe('failed');
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test('replace a header of the model', async () => {
    const parameters = [{ name: 'X-Tenant', in: 'header', schema: { type: 'string' } }];
    const run = service.run(documentWith('/a', 'get', { operationId: 'a', parameters }), {
      auth: () => ({ 'x-tenant': 'mine' }),
    });
    await run.call({ name: 'a', arguments: { 'X-Tenant': 'other' } });
    expect(service.last?.headers['x-tenant']).toBe('mine');
  });

  test.each([{ authorization: `a\r\nb: ${token}` }, { 'b\nd': token }, { a: 1 }, token])(
    'are checked: %j',
    async (given) => {
      const run = service.run(document, { auth: () => given as Record<string, string> });
      const outcome = await run.call(call);
      expect(outcome).toMatchObject({ status: 'failed', reason: 'exception' });
      expect(outcome.text).not.toContain(token);
      expect(service.requests).toEqual([]);
    },
  );
});

/** Rejects when its signal aborts. */
const hanging: typeof globalThis.fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });

/** A host that gives `fetch` decides about addresses. */
const NO_GUARD = { allowAddresses: undefined } as object;
