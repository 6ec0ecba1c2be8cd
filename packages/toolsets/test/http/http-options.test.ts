import { afterAll, describe, expect, it } from '@jest/globals';
import { plainHost } from '../../src/http/guard/plain-host.js';
import { HttpOptions, type HttpSettings } from '../../src/http/http-options.js';
import { parseUrl } from '../../src/http/parse-url.js';

const HOST_HINT = "Write a host such as 'example.com' or '*.example.com'.";
const made: HttpOptions[] = [];
const options = (settings?: HttpSettings): HttpOptions => {
  const one = new HttpOptions(settings);
  made.push(one);
  return one;
};
afterAll(() => Promise.all(made.map((one) => one.dispose())));

describe('the settings of the http toolset', () => {
  it('have the documented defaults [TOOL-7]', () => {
    const { rules, headers, timeoutMs, maxBytes, maxRedirects, robots, userAgent } = options();
    expect({ rules, headers, timeoutMs, maxBytes, maxRedirects, robots, userAgent }).toEqual({
      rules: { ports: new Set([80, 443]), allowHosts: undefined, denyHosts: [] },
      headers: new Map(),
      timeoutMs: 15_000,
      maxBytes: 5_000_000,
      maxRedirects: 5,
      robots: false,
      userAgent: 'haft',
    });
  });

  it('are kept, with hosts and origins in one form [TOOL-7]', () => {
    const own = { authorization: 'a' };
    const given = {
      ports: [1, 65_535],
      allowHosts: ['Example.com.', '*.EXAMPLE.org', '::1', '[::1]'],
      denyHosts: ['10.1'],
      headers: { 'https://API.example.com': own, 'http://x.test:8080/': own },
      maxRedirects: 0,
      timeoutMs: 1,
      maxBytes: 1,
      cacheBytes: 0,
      robots: true,
      userAgent: 'me',
    };
    expect(options(given)).toMatchObject({
      rules: {
        ports: new Set([1, 65_535]),
        allowHosts: ['example.com', '*.example.org', '::1', '::1'],
        denyHosts: ['10.0.0.1'],
      },
      headers: new Map([
        ['https://api.example.com', own],
        ['http://x.test:8080', own],
      ]),
      maxRedirects: 0,
      timeoutMs: 1,
      maxBytes: 1,
      robots: true,
      userAgent: 'me',
    });
  });

  it.each<[HttpSettings, string, string]>([
    [{ ports: [0] }, "ports has '0', which is not a port.", 'Give integers from 1 to 65,535.'],
    [{ ports: [65_536] }, "ports has '65536', which is not a port.", 'Give integers from 1 to 65,535.'],
    [{ ports: [80.5] }, "ports has '80.5', which is not a port.", 'Give integers from 1 to 65,535.'],
    [{ ports: 80 as never }, 'ports is not a list.', 'Write ports: [...].'],
    [{ allowHosts: 'a' as never }, 'allowHosts is not a list.', 'Write allowHosts: [...].'],
    [{ denyHosts: 'a' as never }, 'denyHosts is not a list.', 'Write denyHosts: [...].'],
    [{ allowAddresses: 'a' as never }, 'allowAddresses is not a list.', 'Write allowAddresses: [...].'],
    [
      { allowAddresses: ['a'] },
      "allowAddresses has 'a', which is not an IP address or range.",
      "Write an address, or a range such as '10.1.0.0/16'.",
    ],
    [{ denyHosts: [''] }, "'' is not a host.", HOST_HINT],
    [{ denyHosts: ['*.10.0.0.1'] }, "'*.10.0.0.1' is not a host.", HOST_HINT],
    [{ denyHosts: [5 as never] }, 'number is not a host.', HOST_HINT],
    [
      { headers: { 'https://x.test/a': {} } },
      "headers has 'https://x.test/a', which is not an origin.",
      "Write it as 'https://api.example.com'.",
    ],
    [
      { headers: { 'x.test': {} } },
      "headers has 'x.test', which is not an origin.",
      "Write it as 'https://api.example.com'.",
    ],
    [
      { headers: { 'data:x': {} } },
      "headers has 'data:x', which is not an origin.",
      "Write it as 'https://api.example.com'.",
    ],
    [{ timeoutMs: 0 }, 'timeoutMs of the http toolset is 0.', 'Give a whole number of at least 1.'],
    [{ maxBytes: 0 }, 'maxBytes of the http toolset is 0.', 'Give a whole number of at least 1.'],
    [{ maxRedirects: -1 }, 'maxRedirects of the http toolset is -1.', 'Give a whole number of at least 0.'],
    [{ cacheBytes: -1 }, 'cacheBytes of the http toolset is -1.', 'Give a whole number of at least 0.'],
  ])('are refused if they are %j [TOOL-7]', (settings, message, hint) => {
    expect(() => new HttpOptions(settings)).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message, hint }),
    );
  });
});

it.each([
  ['example.com.', 'example.com'],
  ['a.b', 'a.b'],
  ['[::1]', '::1'],
  ['[::ffff:1.2.3.4]', '1.2.3.4'],
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4.', '1.2.3.4'],
])('knows %s as the host %s [TOOL-7]', (host, plain) => {
  expect(plainHost(host)).toBe(plain);
});

it('reads a URL, also one that is relative to another [TOOL-7]', () => {
  expect(parseUrl('a')).toBeUndefined();
  expect(parseUrl('a', new URL('http://x.test/b/'))?.href).toBe('http://x.test/b/a');
});
