import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AddressGuard } from '../../src/http/guard/address-guard.js';
import { checkUrl } from '../../src/http/guard/check-url.js';
import { HttpOptions } from '../../src/http/http-options.js';
import { closeAll, fetching } from './fetching.js';
import { TestServer } from './serve.js';

/** Hosts that are this machine or a private network, as people and attackers write them. */
const PRIVATE_HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0x7f.0x0.0x0.0x1'],
  ...[
    '017700000001',
    '0177.1',
    '0177.0.0.1',
    '127.0.0.01',
    '0',
    '0.0.0.0',
    '00000177.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
  ],
  ...['①②⑦.⓪.⓪.①', '１２７.０.０.１', '127。0。0。1'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ...[
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
  ],
  ...['[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[2001:db8::1]', '[ff02::1]'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.0.192',
    '224.0.0.1',
  ],
  ...['255.255.255.255', '240.0.0.1', '192.0.2.1'],
];

type Bytes = readonly [number, number, number, number];

/** The spellings of an IPv4 address that URLs allow. */
const SPELLINGS: readonly ((bytes: Bytes) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => String(numberOf(bytes)),
  (bytes) => `0x${numberOf(bytes).toString(16)}`,
  (bytes) => `0${numberOf(bytes).toString(8)}`,
  (bytes) => bytes.map((one) => `0${one.toString(8)}`).join('.'),
  (bytes) => bytes.map((one, index) => (index % 2 === 0 ? `0X${one.toString(16)}` : one)).join('.'),
  ([a, b, c, d]) => `${String(a)}.${String(numberOf([0, b, c, d]))}`,
  (bytes) => bytes.join('。').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (bytes) => `[::ffff:${bytes.join('.')}]`,
  (bytes) => `[0:0:0:0:0:FFFF:${numberOf(bytes).toString(16).padStart(8, '0').replace(/^.{4}/, '$&:')}]`,
];

function numberOf(bytes: Bytes): number {
  return bytes.reduce((sum, one) => sum * 256 + one, 0);
}

let target: TestServer;
let gateway: TestServer;

beforeAll(async () => {
  target = await new TestServer((_, response) => response.end('secret')).start();
  // An address that the tests declare to be public: it redirects to wherever its path says.
  gateway = await new TestServer((request, response) => {
    response.writeHead(302, { location: decodeURIComponent(request.url?.slice(1) ?? ''), connection: 'close' }).end();
  }).start('127.0.0.2', target.port);
});
afterEach(closeAll);
afterAll(() => Promise.all([target.stop(), gateway.stop()]));

describe('http_fetch and addresses that are not on the internet', () => {
  it('has a table of at least 40 spellings', () => {
    expect(new Set(PRIVATE_HOSTS).size).toBeGreaterThanOrEqual(40);
  });

  it.each(PRIVATE_HOSTS)('refuses %s directly, and after a redirect [TOOL-7]', async (host) => {
    const settings = { ports: [target.port] };
    const url = `http://${host}:${String(target.port)}/`;
    await expect(fetching(settings)(url)).rejects.toMatchObject({
      name: 'ToolFailed',
      message: expect.stringMatching(/^This address is not allowed: /),
    });
    const redirected = fetching({ ...settings, allowAddresses: ['127.0.0.2'] });
    await expect(
      redirected(
        `http://127.0.0.2:${String(target.port)}/${encodeURIComponent(encodeURI(url).replaceAll(/%5B|%5D|%25/g, decodeURIComponent))}`,
      ),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/^This address is not allowed: /),
    });
    expect(target.connections).toBe(0);
  });

  it.each([
    ['one private address', [['127.0.0.1']]],
    ['a public and a private address', [['127.0.0.2', '127.0.0.1']]],
    ['a private IPv6 address', [['::1']]],
    ['no address', [[]]],
  ])('refuses a name that resolves to %s [TOOL-7]', async (_, [addresses = []]) => {
    const fetch = fetching({
      ports: [target.port],
      allowAddresses: ['127.0.0.2'],
      resolve: () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
    });
    await expect(fetch(`http://name.test:${String(target.port)}/`)).rejects.toThrow(
      'This address is not allowed: name.test',
    );
    expect(target.connections).toBe(0);
  });

  it('refuses a name that changes its address between two connections [TOOL-7]', async () => {
    const answers = ['127.0.0.2', '127.0.0.1'];
    const fetch = fetching({
      ports: [target.port],
      allowAddresses: ['127.0.0.2'],
      cacheBytes: 0,
      resolve: () => Promise.resolve([{ address: answers.shift() ?? '127.0.0.1', family: 4 }]),
    });
    const origin = `http://name.test:${String(target.port)}`;
    await expect(fetch(`${origin}/${encodeURIComponent(origin)}`)).rejects.toThrow(
      'This address is not allowed: name.test',
    );
    expect([answers, target.connections]).toEqual([[], 0]);
  });

  it.each([
    ['file:///etc/passwd', 'ModelRetry', 'Only http and https URLs can be fetched, not file:'],
    ['data:text/plain,x', 'ModelRetry', 'Only http and https URLs can be fetched, not data:'],
    ['/index.html', 'ModelRetry', 'This is not an absolute URL: /index.html'],
    ['http://user:pass@example.com/', 'ModelRetry', 'The URL must not contain a user or password.'],
    ['http://example.com:22/', 'ToolFailed', 'This address is not allowed: example.com:22'],
    ['https://sub.denied.test/', 'ToolFailed', 'This address is not allowed: sub.denied.test'],
    ['https://DENIED.test./', 'ToolFailed', 'This address is not allowed: denied.test.'],
    ['https://other.test/', 'ToolFailed', 'This address is not allowed: other.test'],
    ['https://notallowed.test/', 'ToolFailed', 'This address is not allowed: notallowed.test'],
  ])('refuses %s before it connects [TOOL-7]', async (url, name, message) => {
    const resolve = (): never => {
      throw new Error('resolved');
    };
    const fetch = fetching({
      allowHosts: ['example.com', '*.allowed.test', 'denied.test', '*.denied.test'],
      denyHosts: ['denied.test', '*.denied.test'],
      resolve,
    });
    await expect(fetch(url)).rejects.toMatchObject({ name, message });
  });

  it.each([
    ['http://93.184.216.34/', '93.184.216.34'],
    ['http://[::ffff:93.184.216.34]/', '93.184.216.34'],
    ['http://[::ffff:5db8:d822]/', '93.184.216.34'],
    ['http://1572395042/', '93.184.216.34'],
    ['http://0x5d.184.0xd822/', '93.184.216.34'],
    ['http://93.184.216.34./', '93.184.216.34'],
    ['http://93.184.216.34/', '::ffff:93.184.216.34'],
    ['http://93.184.216.34/', '[::ffff:5db8:d822]'],
    ['http://[2606:4700::1111]/', '2606:4700:0:0::1111'],
    ['http://example.com/', 'EXAMPLE.com.'],
    ['http://a.example.com./', '*.example.com.'],
    ['http://leads.test/', '93.184.216.34'],
    ['http://leads.test/', '::ffff:93.184.216.34'],
  ])('refuses %s if %s is denied, and fetches it if only that is allowed', async (url, host) => {
    const isName = url.includes('leads');
    const resolve = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
    await expect(fetching({ denyHosts: [host], resolve })(url)).rejects.toThrow('This address is not allowed');
    if (isName) return;
    expect(() => checkUrl(url, new HttpOptions({ allowHosts: [host] }).rules)).not.toThrow();
  });

  it('refuses an address that is denied, and no other one, in any spelling of both', () => {
    const byte = fc.nat({ max: 255 });
    const spelling = fc.constantFrom(...SPELLINGS);
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), spelling, spelling, (bytes, denied, asked) => {
        const [a, b, c, d] = bytes;
        const { rules } = new HttpOptions({ denyHosts: [denied(bytes)] });
        expect(() => checkUrl(`http://${asked(bytes)}/`, rules)).toThrow('This address is not allowed');
        checkUrl(`http://${asked([a, b, c, d ^ 1])}/`, rules);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    'foo.*',
    '*',
    'a*b.test',
    '*.10.0.0.1',
    '10.0.0.0/8',
    'a b',
    '',
    'x.test:80',
    'a.test,b.test',
    '[::1]:80',
    null as never,
    5 as never,
  ])('refuses %p as a host', (host) => {
    for (const name of ['allowHosts', 'denyHosts']) {
      expect(() => new HttpOptions({ [name]: [host] })).toThrow(
        expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }),
      );
    }
  });

  it.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['::ffff:8.8.8.8', true],
    ['10.1.2.3', true],
    ['10.2.0.0', false],
    ['::ffff:10.1.2.3', true],
    ['fd00::5', true],
    ['fd00::6', false],
    ['name', false],
    ['', false],
  ])('knows whether %s can be reached [TOOL-7]', (address, isAllowed) => {
    expect(new AddressGuard(['10.1.0.0/16', 'fd00::5']).allows(address)).toBe(isAllowed);
  });

  it.each([
    [{ allowAddresses: ['10.0.0.0/33'] }, "allowAddresses has '10.0.0.0/33', which is not an IP address or range."],
    [{ denyHosts: ['https://x.test'] }, "'https://x.test' is not a host."],
    [{ headers: { 'https://x.test/path': {} } }, "headers has 'https://x.test/path', which is not an origin."],
    [{ timeoutMs: 0 }, 'timeoutMs of the http toolset is 0.'],
    [{ maxBytes: 1.5 }, 'maxBytes of the http toolset is 1.5.'],
  ])('reports the invalid setting %j [TOOL-7]', (settings, message) => {
    expect(() => new HttpOptions(settings)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message }));
  });
});
