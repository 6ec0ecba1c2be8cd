import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { OutgoingHttpHeaders } from 'node:http';
import { closeAll, fetching } from './fetching.js';
import { TestServer } from './serve.js';

type Answer = readonly [status: number, headers: OutgoingHttpHeaders];

const text = { 'content-type': 'text/plain' };
let answers: Answer[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await new TestServer((request, response) => {
    const [status, headers] = answers.shift() ?? [500, {}];
    response.writeHead(status, { ...text, ...headers }).end(status === 304 ? '' : `answer ${server.requests.length}`);
  }).start();
});
afterEach(closeAll);
afterAll(() => server.stop());

/** Fetches twice. Returns both texts, without the numbers of earlier tests. */
async function twice(
  [first, second]: readonly [Answer, Answer],
  { settings = {} }: { settings?: object } = {},
): Promise<readonly string[]> {
  answers = [first, second];
  const before = server.requests.length;
  const fetch = fetching({ allowAddresses: ['127.0.0.1'], ports: [server.port], ...settings });
  const texts: string[] = [];
  for (let time = 0; time < 2; time++) texts.push((await fetch(`${server.origin}/`)).text);
  return texts.map((one) => one.replace(/\d+/, (number) => String(Number(number) - before)));
}

const FRESH: Answer = [200, { 'cache-control': 'public, max-age=600' }];
const KEPT = ['answer 1', 'answer 1'];
const ASKED_AGAIN = ['answer 1', 'answer 2'];

describe('the cache of http_fetch', () => {
  it.each<[string, OutgoingHttpHeaders, readonly string[]]>([
    ['max-age', { 'cache-control': 'max-age=600' }, KEPT],
    ['s-maxage, which wins', { 'cache-control': 'max-age=0, s-maxage=600' }, KEPT],
    ['an expiry date', { date: new Date().toUTCString(), expires: new Date(Date.now() + 6e5).toUTCString() }, KEPT],
    ['the lack of all of them', {}, ASKED_AGAIN],
    ['no-store', { 'cache-control': 'no-store, max-age=600' }, ASKED_AGAIN],
    ['private', { 'cache-control': 'private, max-age=600' }, ASKED_AGAIN],
    ['no-cache', { 'cache-control': 'no-cache, max-age=600' }, ASKED_AGAIN],
    ['max-age=0', { 'cache-control': 'max-age=0' }, ASKED_AGAIN],
    ['an age above max-age', { 'cache-control': 'max-age=600', age: '601' }, ASKED_AGAIN],
    ['vary: *', { 'cache-control': 'max-age=600', vary: '*' }, ASKED_AGAIN],
  ])('obeys %s [TOOL-7]', async (_, headers, expected) => {
    expect(await twice([[200, headers], FRESH])).toEqual(expected);
  });

  it('asks whether a response is still valid by its etag, and keeps it after 304 [TOOL-7]', async () => {
    const [first, second] = [{ 'cache-control': 'no-cache', etag: '"v1"' }, { etag: '"v1"' }];
    const before = server.requests.length;
    expect(
      await twice([
        [200, first],
        [304, second],
      ]),
    ).toEqual(KEPT);
    expect(server.requests.slice(before).map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
  });

  it('keeps a response to a request with credentials only if it is public [TOOL-7]', async () => {
    const settings = { headers: { [server.origin]: { authorization: 'Bearer canary' } } };
    const guarded: Answer = [200, { 'cache-control': 'max-age=600' }];
    expect(await twice([guarded, guarded], { settings })).toEqual(ASKED_AGAIN);
    expect(await twice([FRESH, FRESH], { settings })).toEqual(KEPT);
  });

  it('keeps no response that is larger than the cache [TOOL-7]', async () => {
    expect(await twice([FRESH, FRESH], { settings: { cacheBytes: 4 } })).toEqual(ASKED_AGAIN);
  });
});
