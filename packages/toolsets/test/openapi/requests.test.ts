import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { documentWith, Service } from './serving.js';

const service = new Service();
beforeAll(() => service.start());
afterEach(() => {
  service.reset();
});
afterAll(() => service.stop());

/** Calls an operation with one parameter and returns the URL that the service got. */
async function urlOf(parameter: object, value: unknown, path = '/p'): Promise<string> {
  const document = documentWith(path, 'get', { operationId: 'op', parameters: [{ name: 'v', ...parameter }] });
  const outcome = await service.run(document).call({ name: 'op', arguments: { v: value } as object });
  return outcome.status === 'success' ? (service.last?.url ?? '') : outcome.text;
}

describe('styles of the specification [NEW-36]', () => {
  const [text, list, object] = ['blue', ['blue', 'b,k'], { R: 100, 'G&': 200 }];
  test.each([
    ['path', 'simple', false, text, '/p/blue'],
    ['path', 'simple', false, list, '/p/blue,b%2Ck'],
    ['path', 'simple', false, object, '/p/R,100,G%26,200'],
    ['path', 'simple', true, object, '/p/R=100,G%26=200'],
    ['path', 'label', false, text, '/p/.blue'],
    ['path', 'label', false, list, '/p/.blue,b%2Ck'],
    ['path', 'label', true, list, '/p/.blue.b%2Ck'],
    ['path', 'label', true, object, '/p/.R=100.G%26=200'],
    ['path', 'matrix', false, text, '/p/;v=blue'],
    ['path', 'matrix', false, list, '/p/;v=blue,b%2Ck'],
    ['path', 'matrix', true, list, '/p/;v=blue;v=b%2Ck'],
    ['path', 'matrix', true, object, '/p/;R=100;G%26=200'],
    ['query', 'form', true, text, '/p?v=blue'],
    ['query', 'form', true, list, '/p?v=blue&v=b%2Ck'],
    ['query', 'form', false, list, '/p?v=blue,b%2Ck'],
    ['query', 'form', true, object, '/p?R=100&G%26=200'],
    ['query', 'form', false, object, '/p?v=R,100,G%26,200'],
    ['query', 'spaceDelimited', false, list, '/p?v=blue%20b%2Ck'],
    ['query', 'pipeDelimited', false, list, '/p?v=blue%7Cb%2Ck'],
    ['query', 'pipeDelimited', false, object, '/p?v=R%7C100%7CG%26%7C200'],
    ['query', 'deepObject', true, object, '/p?v%5BR%5D=100&v%5BG%26%5D=200'],
    [
      'query',
      'deepObject',
      true,
      { a: { b: [1, { c: 2 }] } },
      '/p?v%5Ba%5D%5Bb%5D%5B0%5D=1&v%5Ba%5D%5Bb%5D%5B1%5D%5Bc%5D=2',
    ],
    ['query', 'form', true, [], '/p'],
    ['query', 'form', true, true, '/p?v=true'],
  ])('%s, %s, explode %s: %j is %s', async (place, style, explode, value, expected) => {
    const url = await urlOf({ in: place, style, explode, schema: {} }, value, place === 'path' ? '/p/{v}' : '/p');
    expect(url).toBe(expected);
  });

  test('JSON in a parameter', async () => {
    const content = { 'application/json': { schema: { type: 'object' } } };
    expect(await urlOf({ in: 'query', content }, { a: [1] })).toBe('/p?v=%7B%22a%22%3A%5B1%5D%7D');
  });

  test('lists and objects in headers', async () => {
    await urlOf({ in: 'header', schema: {} }, { a: 1, b: [2] });
    expect(service.last?.headers['v']).toBe('a,1,b,[2]');
  });

  test.each([
    ['spaceDelimited', 'a b'],
    ['pipeDelimited', 'a|b'],
  ])('%s refuses a value with its delimiter', async (style, value) => {
    expect(await urlOf({ in: 'query', style, explode: false, schema: {} }, [value, 'c'])).toMatch(/must not contain/);
    expect(service.requests).toEqual([]);
  });
});

describe('hostile values [NEW-36]', () => {
  const path = { in: 'path', schema: { type: 'string' } };

  test.each([
    '',
    '.',
    '..',
    '../admin',
    'a/../../admin',
    '%2e%2e',
    '%2E./x',
    '..%2fadmin',
    'a\\..\\b',
    '..;/x',
    'a\u0000',
    '%00',
    '%2e%2e%zz/..',
  ])('the path value %j is refused', async (value) => {
    expect(await urlOf(path, value, '/p/{v}/end')).toMatch(/must not/);
    expect(service.requests).toEqual([]);
  });

  test.each([
    ['a/b', '/p/a%2Fb/end'],
    ['a?x=1#y', '/p/a%3Fx%3D1%23y/end'],
    ['//evil.test', '/p/%2F%2Fevil.test/end'],
    ['@evil.test:80', '/p/%40evil.test%3A80/end'],
    ['notes..txt', '/p/notes..txt/end'],
    ['\ud800', '/p/%EF%BF%BD/end'],
    ["!'()*", '/p/%21%27%28%29%2A/end'],
  ])('the path value %j stays one segment', async (value, expected) => {
    expect(await urlOf(path, value, '/p/{v}/end')).toBe(expected);
  });

  test('parts of one segment cannot form `..`', async () => {
    const parameters = ['a', 'b'].map((name) => ({ name, in: 'path', schema: { type: 'string' } }));
    const run = service.run(documentWith('/p/{a}{b}/end', 'get', { operationId: 'op', parameters }));
    expect((await run.call({ name: 'op', arguments: { a: '.', b: '.' } })).status).toBe('retry');
    expect(service.requests).toEqual([]);
  });

  test.each(['a\r\nx-admin: 1', 'a\nb', '\u0000', 'é'])('the header value %j is refused', async (value) => {
    expect(await urlOf({ in: 'header', schema: { type: 'string' } }, value)).toMatch(/one line of ASCII/);
    expect(service.requests).toEqual([]);
  });

  test('an argument cannot change what objects inherit', async () => {
    const body = { content: { 'application/json': { schema: { type: 'object' } } } };
    const run = service.run(documentWith('/p', 'post', { operationId: 'op', requestBody: body }));
    await run.call({ name: 'op', arguments: '{"body":{"__proto__":{"admin":true}}}' });
    expect('admin' in {}).toBe(false);
    expect(service.requests.every(({ body: sent }) => !sent.includes('__proto__'))).toBe(true);
  });
});

describe('a request is read back as it was meant [NEW-36]', () => {
  const parameters = [
    { name: 'id', in: 'path', schema: { type: 'string' } },
    { name: 'q', in: 'query', schema: { type: 'string' } },
    { name: 'many', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    { name: 'few', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
    { name: 'deep', in: 'query', style: 'deepObject', schema: { type: 'object' } },
  ];
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => one.isWellFormed());
  const key = text.filter((one) => !/[[\]]|__proto__/.test(one));
  const texts = fc.array(text, { minLength: 1, maxLength: 4 });
  const given = fc.record({
    id: text,
    q: text,
    many: texts,
    few: texts,
    deep: fc.dictionary(key, text, { minKeys: 1, maxKeys: 3 }),
  });

  test('in paths and queries', async () => {
    let sent = '';
    const fetch = (url: unknown): Promise<Response> => {
      sent = String(url);
      return Promise.resolve(Response.json(null));
    };
    const document = documentWith('/p/{id}/end', 'get', { operationId: 'op', parameters });
    const run = service.run(document, { fetch: fetch as typeof globalThis.fetch, allowAddresses: undefined } as object);
    await fc.assert(
      fc.asyncProperty(given, async (args) => {
        sent = '';
        const outcome = await run.call({ name: 'op', arguments: args });
        if (outcome.status !== 'success') {
          // Only paths have values that no request may carry.
          expect(outcome.text).toMatch(/'id' must not/);
          return;
        }
        const url = new URL(sent);
        expect(url.origin).toBe(service.origin);
        const [, p, id = '', end, ...rest] = url.pathname.split('/');
        expect([p, decodeURIComponent(id), end, rest]).toEqual(['p', args.id, 'end', []]);
        const pairs = url.search
          .slice(1)
          .split('&')
          .map((pair) => pair.split('='));
        const valuesOf = (name: string): string[] =>
          pairs.flatMap(([own, value = '']) => (own === name ? [value] : []));
        expect(valuesOf('q').map(decodeURIComponent)).toEqual([args.q]);
        expect(valuesOf('many').map(decodeURIComponent)).toEqual(args.many);
        expect(
          valuesOf('few')
            .flatMap((one) => one.split(','))
            .map(decodeURIComponent),
        ).toEqual(args.few);
        for (const [name, value] of Object.entries(args.deep))
          expect(url.searchParams.get(`deep[${name}]`)).toBe(value);
      }),
      { numRuns: 200 },
    );
  });
});
