import { afterEach, describe, expect, it } from '@jest/globals';
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
    const baseUrl = `http://127.0.0.1:${String(port)}/v1/`;
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

  it('refuses invalid settings [TOOL-10]', () => {
    expect(() => openAiEmbeddings({ model: 'm', dimensions: 8, baseUrl: 'ftp://x' })).toThrow('baseUrl');
    expect(() => openAiEmbeddings({ model: 'm', dimensions: 8, batchSize: 0 })).toThrow('batchSize');
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

describe('ngramEmbeddings', () => {
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
    ['no list', 'x'],
    ['too few', []],
    ['another length', [[1, 2, 3]]],
    ['no number', [[1, '2']]],
    ['an infinite number', [[1, Infinity]]],
    ['NaN', [[NaN, 0]]],
  ])('refuses %s [TOOL-10]', (_, vectors) => {
    expect(() => checkedVectors(vectors, 1, model)).toThrow(expect.objectContaining({ code: 'HAFT_PROVIDER_FAILED' }));
  });
});
