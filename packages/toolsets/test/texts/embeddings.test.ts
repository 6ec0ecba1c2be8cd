import { afterEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkedVectors } from '../../src/texts/embeddings/checked-vectors.js';
import { localEmbeddings } from '../../src/texts/embeddings/local-embeddings.js';
import { ngramEmbeddings } from '../../src/texts/embeddings/ngram-embeddings.js';
import { openAiEmbeddings, type OpenAiEmbeddingsSettings } from '../../src/texts/embeddings/open-ai-embeddings.js';

type Reply = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

describe('openAiEmbeddings', () => {
  let server: Server | undefined;
  afterEach(() => new Promise((resolve) => server?.close(resolve) ?? resolve(undefined)));

  /** Starts a server that is asked for vectors, and answers in turn. */
  const serve = async (
    answer: (body: Record<string, unknown>, turn: number) => Reply,
    settings: Partial<OpenAiEmbeddingsSettings> = {},
    end = '/',
  ) => {
    const requests: {
      readonly body: Record<string, unknown>;
      readonly headers: IncomingMessage['headers'];
      readonly url: string | undefined;
    }[] = [];
    server = createServer((request, response) => {
      void (async () => {
        let text = '';
        for await (const part of request) text += String(part);
        const body = JSON.parse(text) as Record<string, unknown>;
        const [status, reply, headers = {}] = answer(body, requests.length);
        requests.push({ body, headers: request.headers, url: request.url });
        response.writeHead(status, headers).end(typeof reply === 'string' ? reply : JSON.stringify(reply));
      })();
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${String(port)}/v1${end}`;
    return {
      requests,
      embeddings: openAiEmbeddings({ model: 'm', dimensions: 8, apiKey: 'canary-key', baseUrl, ...settings }),
    };
  };
  const vector = (first: number): readonly number[] => [first, 0, 0, 0, 0, 0, 0, 0];

  it('asks in batches and returns the vectors in the order of the texts [TOOL-10]', async () => {
    const answer = (body: Record<string, unknown>): Reply => {
      const input = body['input'] as readonly string[];
      const data = input.map((text, index) => ({ index, embedding: vector(Number(text)) }));
      return [200, { object: 'list', data: data.reverse() }];
    };
    const { embeddings, requests } = await serve(answer, { batchSize: 2, sendDimensions: true });
    expect(await embeddings.embed(['1', '2', '3'], { purpose: 'document' })).toEqual([1, 2, 3].map(vector));
    expect(requests.map(({ body }) => body)).toEqual([
      { model: 'm', input: ['1', '2'], encoding_format: 'float', dimensions: 8 },
      { model: 'm', input: ['3'], encoding_format: 'float', dimensions: 8 },
    ]);
    expect(requests[0]).toMatchObject({ url: '/v1/embeddings', headers: { authorization: 'Bearer canary-key' } });
  });

  it.each(['', '/', '//'])('takes an address that ends with %j [TOOL-10]', async (end) => {
    const { embeddings, requests } = await serve(() => [200, { data: [{ embedding: vector(1) }] }], {}, end);
    await embeddings.embed(['x'], { purpose: 'query' });
    expect(requests).toMatchObject([{ url: '/v1/embeddings' }]);
  });

  it('asks a busy service again [TOOL-10]', async () => {
    const { embeddings, requests } = await serve((_, turn) =>
      turn === 0 ? [429, 'busy', { 'retry-after': '0.001' }] : [200, { data: [{ embedding: vector(1) }] }],
    );
    expect(await embeddings.embed(['x'], { purpose: 'query' })).toEqual([vector(1)]);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['a refusal', [401, 'Incorrect API key provided: canary-key']],
    ['no JSON', [200, '<html>canary-key</html>']],
    ['no data', [200, { object: 'list' }]],
    ['too few vectors', [200, { data: [] }]],
    ['other values', [200, { data: [{ index: 0, embedding: ['1'] }] }]],
    ['a polluted object', [200, '{"data":[{"__proto__":{"embedding":[1,2]},"index":0}]}']],
  ] satisfies readonly (readonly [string, Reply])[])('reports %s without the key [TOOL-10]', async (_, reply) => {
    const { embeddings } = await serve(() => reply);
    const error: unknown = await embeddings.embed(['x'], { purpose: 'query' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'HAFT_PROVIDER_FAILED' });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('canary-key');
  });

  it.each<[Partial<OpenAiEmbeddingsSettings>, string, string]>([
    [{ baseUrl: 'ftp://x' }, "baseUrl is 'ftp://x'.", "Write it as 'https://api.openai.com/v1'."],
    [{ baseUrl: 'x' }, "baseUrl is 'x'.", "Write it as 'https://api.openai.com/v1'."],
    [{ baseUrl: 1 as never }, 'openAiEmbeddings baseUrl is a number.', 'Give a string.'],
    [{ model: 1 as never }, 'openAiEmbeddings model is a number.', 'Give a string.'],
    [{ batchSize: 0 }, 'batchSize is not positive.', 'Give 1 or more.'],
    [{ batchSize: 1.5 }, 'batchSize is not positive.', 'Give 1 or more.'],
  ])('refuses %j [TOOL-10]', (settings, message, hint) => {
    expect(() => openAiEmbeddings({ model: 'm', dimensions: 8, ...settings })).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message, hint }),
    );
  });

  it.each([
    ['a refusal', 1, [400, ''], 'answered HTTP 400'],
    ['a status without vectors', 1, [204, ''], 'answered HTTP 204'],
    ['a busy service', 3, [429, '', { 'retry-after': '0.001' }], 'answered HTTP 429'],
    ['a broken service', 3, [500, '', { 'retry-after': '0.001' }], 'answered HTTP 500'],
    ['no JSON', 1, [200, 'x'], 'answered with a text that is not JSON'],
    ['null', 1, [200, 'null'], 'returned fewer vectors than texts'],
    ['entries that are not objects', 1, [200, { data: [1] }], 'returned fewer vectors than texts'],
    ['a vector of texts', 1, [200, { data: [{ embedding: [1, '2'] }] }], 'returned fewer vectors than texts'],
    [
      'an index that is a text',
      1,
      [200, { data: [{ index: '0', embedding: [1] }] }],
      'returned fewer vectors than texts',
    ],
  ] satisfies readonly (readonly [string, number, Reply, string])[])(
    'asks after %s %i times, and says what happened [TOOL-10]',
    async (_, times, reply, problem) => {
      const { embeddings, requests } = await serve(() => reply);
      await expect(embeddings.embed(['x'], { purpose: 'query' })).rejects.toMatchObject({
        code: 'HAFT_PROVIDER_FAILED',
        message: `The embeddings 'm' ${problem}.`,
        hint: 'Check `model`, `apiKey` and `baseUrl`, and whether the service is available.',
      });
      expect(requests).toHaveLength(times);
    },
  );

  it('sends no key and no dimensions unless they are given, and 64 texts at once [TOOL-10]', async () => {
    const answer = (body: Record<string, unknown>): Reply => [
      200,
      { data: (body['input'] as readonly string[]).map((text) => ({ embedding: vector(Number(text)) })) },
    ];
    const { embeddings, requests } = await serve(answer, { apiKey: undefined as never });
    expect(
      await embeddings.embed(
        Array.from({ length: 65 }, (_, at) => String(at)),
        { purpose: 'document' },
      ),
    ).toEqual(Array.from({ length: 65 }, (_, at) => vector(at)));
    expect(requests.map(({ body }) => (body['input'] as string[]).length)).toEqual([64, 1]);
    expect(requests[1]?.body).toEqual({ model: 'm', input: ['64'], encoding_format: 'float' });
    expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(await embeddings.embed([], { purpose: 'document' })).toEqual([]);
    expect(requests).toHaveLength(2);
  });

  it('ends with its signal, also while it waits for a busy service [TOOL-10]', async () => {
    const cancel = new AbortController();
    const { embeddings, requests } = await serve(() => {
      setImmediate(() => {
        cancel.abort();
      });
      return [429, '', { 'retry-after': '9' }];
    });
    await expect(embeddings.embed(['x'], { purpose: 'query', signal: cancel.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(requests).toHaveLength(1);
  });
});

describe('localEmbeddings', () => {
  it('reads the rows of a pipeline, with the prefix of the purpose [TOOL-10]', async () => {
    const seen: string[][] = [];
    const extractor = (texts: string[]) => {
      seen.push(texts);
      return Promise.resolve({ data: texts.flatMap((text) => [text.length, 1]), dims: [texts.length, 2] });
    };
    const embeddings = localEmbeddings({ extractor, model: 'm', dimensions: 2, prefixes: { query: 'query: ' } });
    const vectors = await embeddings.embed(['a', 'bcd'], { purpose: 'query' });
    expect(vectors.map((one) => [...one])).toEqual([
      [8, 1],
      [10, 1],
    ]);
    expect(seen).toEqual([['query: a', 'query: bcd']]);
    expect(await embeddings.embed(Array.from({ length: 40 }, String), { purpose: 'document' })).toHaveLength(40);
    expect(seen.slice(1).map((batch) => batch.length)).toEqual([16, 16, 8]);
  });
});

it('uses a pipeline as it is told, and no more after its signal [TOOL-10]', async () => {
  const seen: unknown[] = [];
  const cancel = new AbortController();
  const extractor = (texts: string[], options: object) => {
    seen.push([texts, options]);
    cancel.abort(new Error('enough'));
    return Promise.resolve({ data: texts.map(() => 1), dims: [texts.length, 1] });
  };
  const settings = { extractor, model: 'm', dimensions: 8 };
  const embeddings = localEmbeddings({ ...settings, pooling: 'cls', prefixes: { document: 'd: ' } });
  expect(embeddings).toMatchObject({ model: 'm', dimensions: 8 });
  await embeddings.embed(['a'], { purpose: 'document' });
  await localEmbeddings(settings).embed(['a'], { purpose: 'document' });
  expect(seen).toEqual([
    [['d: a'], { pooling: 'cls', normalize: true }],
    [['a'], { pooling: 'mean', normalize: true }],
  ]);
  await expect(embeddings.embed(['a'], { purpose: 'query', signal: cancel.signal })).rejects.toThrow('enough');
  expect(seen).toHaveLength(2);
  for (const [name, value, hint] of [
    ['extractor', 'x', 'Give a function.'],
    ['model', 1, 'Give a string.'],
  ])
    expect(() => localEmbeddings({ ...settings, [String(name)]: value })).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`localEmbeddings ${String(name)} is a `), hint }),
    );
});

describe('ngramEmbeddings', () => {
  it('makes the same vectors in every version, because stores keep them [TOOL-10]', async () => {
    const texts = ['', 'a', 'ab', 'Refund policies of 2026, Café 北京', 'x'.repeat(60), 'The the THE', 'two two three'];
    for (const [settings, model, hash] of [
      [{}, 'haft-ngrams-1-384', 'c703da7e9a95e6434563d4192e0a0aadc64ec9a9f51a78380a542097339efbce'],
      [{ dimensions: 16 }, 'haft-ngrams-1-16', '2c1e6236366d7862e7f4e33309367c456d454442a32fc50372e50e489b6e09df'],
    ] as const) {
      const embeddings = ngramEmbeddings(settings);
      const vectors = await embeddings.embed(texts, { purpose: 'document' });
      const bytes = createHash('sha256');
      // Rounded, because the last bits of a sum are not part of the promise.
      for (const vector of vectors) bytes.update(JSON.stringify(Array.from(vector, (one) => Math.round(one * 1e4))));
      expect([embeddings.model, embeddings.weight, bytes.digest('hex')]).toEqual([model, 0.1, hash]);
      expect([...(vectors[0] ?? [])]).toEqual(Array.from({ length: embeddings.dimensions }, () => 0));
      expect(vectors[5]).toEqual(vectors[0]);
    }
  });

  const near = async (one: string, other: string): Promise<number> => {
    const embeddings = ngramEmbeddings();
    const [a, b] = checkedVectors(await embeddings.embed([one, other], { purpose: 'query' }), 2, embeddings);
    return Array.from(a ?? []).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
  };

  it('puts similar spellings near each other [TOOL-10]', async () => {
    expect(await near('refund policy', 'refnud policies')).toBeGreaterThan(0.3);
    expect(await near('refund policy', 'astronomy lecture')).toBeLessThan(0.2);
    expect(await near('same text', 'same text')).toBeCloseTo(1);
  });
});

describe('checkedVectors', () => {
  const model = { model: 'm', dimensions: 2 };
  it.each([
    ['a text', 'x', 'not 1 vectors'],
    ['too few', [], 'not 1 vectors'],
    ['another length', [[1, 2, 3]], 'a vector that does not have 2 numbers'],
    ['a text in place of a number', [[1, '2']], 'a vector that does not have 2 numbers'],
    ['a text in place of a vector', ['12'], 'a vector that does not have 2 numbers'],
    ['an infinite number', [[1, Infinity]], 'a vector with a number that is not finite'],
    ['NaN', [[NaN, 0]], 'a vector with a number that is not finite'],
  ])('refuses %s [TOOL-10]', (_, vectors, problem) => {
    expect(() => checkedVectors(vectors, 1, model)).toThrow(
      expect.objectContaining({
        code: 'HAFT_PROVIDER_FAILED',
        message: `The embeddings 'm' returned ${problem}.`,
        hint: 'Compare `model` and `dimensions` with the documentation of the model.',
      }),
    );
  });

  it('brings vectors to the length 1, and changes none of the given ones [TOOL-10]', () => {
    const given = new Float32Array([3, -4]);
    expect(checkedVectors([given, [0, 0], [2, 0]], 3, model).map((one) => [...one])).toEqual([
      [Math.fround(0.6), Math.fround(-0.8)],
      [0, 0],
      [1, 0],
    ]);
    expect([...given]).toEqual([3, -4]);
  });
});
