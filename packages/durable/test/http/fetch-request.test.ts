import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { fetchRequest } from '@haft/durable/http';

/** Returns a request of Node without a body. */
function message(facts: { readonly url?: string; readonly headers?: Record<string, string> }) {
  return Object.assign(Readable.from([]), { method: 'GET', headers: {}, ...facts });
}

it.each([
  ['/pending?limit=1', '/pending?limit=1'],
  ['http://shop.test/pending?limit=1', '/pending?limit=1'],
  ['//shop.test/pending', '//shop.test/pending'],
  ['mailto:desk', '/'],
  ['*', '/'],
  ['', '/'],
  [undefined, '/'],
])('the address %j of a request of Node is %s', (url, expected) => {
  const { href } = new URL(fetchRequest(message(url === undefined ? {} : { url }), undefined).url);
  expect(href).toBe(`http://localhost${expected}`);
});

it.each([
  ['the header of HTTP/1', { host: 'shop.test' }],
  ['the authority of HTTP/2', { ':authority': 'shop.test', ':path': '/' }],
  ['the header rather than the authority', { host: 'shop.test', ':authority': 'other.test' }],
])('the host is that of %s', (_what, headers) => {
  expect(Object.fromEntries(fetchRequest(message({ url: '/', headers }), undefined).headers)).toEqual({
    host: 'shop.test',
  });
});
