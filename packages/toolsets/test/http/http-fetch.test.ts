import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { closeAll, fetching, type Asked } from './fetching.js';
import { TestServer } from './serve.js';

const GONE = '<h1>Moved</h1><p>See <a href=/new>the list</a>.';
const RULES = `Rule 1 is here.\n\nRule 2\nof all.\n\nRule 3 is long.\n\nThe end.\n${Array.from(
  { length: 20 },
  (_, index) => `filler ${String(index)}.`,
).join('\n')}`;
const PAGE = `<!doctype html><html><head><title>T</title><style>p{}</style><script>alert(1)</script></head><body>
<h1>Prices &amp; terms</h1><p>One <b>bold</b> <a href="/x?a=1&amp;b=(2)">link</a>.</p><ul><li>first<li>second</ul>
<pre><code>a
  b</code></pre><img src="x.png" alt="A chart"></body></html>`;

const html = { 'content-type': 'text/html; charset=utf-8' };

const pages: Record<string, RequestListener> = {
  '/page': (_, response) => response.writeHead(200, html).end(PAGE),
  '/deep': (_, response) =>
    response
      .writeHead(200, html)
      .end(`${'<div>'.repeat(50_000)}<script>${'<b>'.repeat(9)}</script>deep${'</div>'.repeat(50_000)}`),
  '/json': (_, response) => response.writeHead(200, { 'content-type': 'application/problem+json' }).end('{"a":"é"}'),
  '/latin': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset="ISO-8859-1"' }).end(Buffer.from('é', 'latin1')),
  '/meta': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(Buffer.from('<meta charset="windows-1252"><p>\x80é', 'latin1')),
  '/nonsense': (_, response) => response.writeHead(200, { 'content-type': 'text/plain; charset=klingon' }).end('fine'),
  '/image': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(70)),
  '/untyped': (_, response) => response.end(Buffer.from([1, 0, 2])),
  '/emoji': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('ab😀cd'),
  '/missing': (_, response) => response.writeHead(404, html).end('no'),
  '/long': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('0123456789'.repeat(2_000)),
  '/rules': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(RULES),
  '/gone': (_, response) => response.writeHead(410, html).end(GONE),
  '/error-image': (_, response) => response.writeHead(500, { 'content-type': 'image/png' }).end(Buffer.alloc(70)),
  '/long-error': (_, response) => response.writeHead(503, { 'content-type': 'text/plain' }).end('x'.repeat(9_000)),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/moved': (_, response) => response.writeHead(308, { location: './page#part' }).end(),
  '/silent': () => undefined,
  '/slow-body': (_, response) => void response.writeHead(200, html).write('<p>'),
  '/gzip': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync('zipped')),
  '/br': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(brotliCompressSync('zipped')),
  '/deflate': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'deflate' }).end(deflateSync('zipped')),
  '/chain': (_, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('zipped'))),
  '/broken': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('not zipped'),
  '/bomb': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(5_000_001, 'a'))),
  '/cached': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'max-age=600' }).end(String(served++)),
  '/fresh': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(String(served++)),
};
let served = 0;
let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  server = await new TestServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (request.url === '/cross') response.writeHead(302, { location: `${other.origin}/there` }).end();
    else if (page === undefined) response.writeHead(404).end();
    else page(request, response);
  }).start();
  other = await new TestServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('there'),
  ).start();
});
afterEach(closeAll);
afterAll(() => Promise.all([server.stop(), other.stop()]));

const local = (): { allowAddresses: string[]; ports: number[] } => ({
  allowAddresses: ['127.0.0.1'],
  ports: [server.port, other.port],
});
const get = (path: string, asked?: Asked): ReturnType<ReturnType<typeof fetching>> =>
  fetching(local())(server.origin + path, asked);

describe('http_fetch', () => {
  it('returns the text of a page without scripts and styles [TOOL-7]', async () => {
    const text = 'Prices & terms\n\nOne bold link.\n\n * first\n * second\n\na\n  b';
    expect(await get('/page')).toEqual({
      status: 200,
      url: `${server.origin}/page`,
      contentType: 'text/html; charset=utf-8',
      text,
      truncated: false,
      totalCharacters: text.length,
      shown: `200 ${server.origin}/page text/html; charset=utf-8\n\n${text}`,
    });
  });

  it('returns a page as Markdown [TOOL-7]', async () => {
    const { text } = await get('/page', { format: 'markdown' });
    expect(text).toBe(
      '# Prices & terms\n\nOne **bold** [link](/x?a=1&b=%282%29).\n\n- first\n- second\n\n```\na\n  b\n```\n\n![A chart]',
    );
  });

  it('returns the source of a page as it is [TOOL-7]', async () => {
    expect((await get('/page', { format: 'raw' })).text).toBe(PAGE);
  });

  it('returns the text of a page that is nested 50,000 levels deep [TOOL-7]', async () => {
    expect((await get('/deep')).text).toBe('deep');
  });

  it.each([
    ['/json', '{"a":"é"}'],
    ['/latin', 'é'],
    ['/meta', '€é'],
    ['/nonsense', 'fine'],
    ['/gzip', 'zipped'],
    ['/br', 'zipped'],
    ['/deflate', 'zipped'],
  ])('decodes %s [TOOL-7]', async (path, text) => {
    expect((await get(path)).text).toBe(text);
  });

  it('shortens a text between two characters and says so [TOOL-7]', async () => {
    expect(await get('/emoji', { maxCharacters: 3 })).toMatchObject({ text: 'ab', truncated: true });
    expect(await get('/emoji', { maxCharacters: 4 })).toMatchObject({ text: 'ab😀', truncated: true });
    expect(await get('/emoji', { maxCharacters: 6 })).toMatchObject({ text: 'ab😀cd', truncated: false });
  });

  it('shows a model the beginning of a long page and how to continue, and gives a program all [TOOL-7]', async () => {
    const whole = await get('/long');
    expect(whole.text).toHaveLength(20_000);
    expect(whole.shown).toBe(
      `200 ${server.origin}/long text/plain, characters 0 to 8000 of 20000. Continue with offset 8000.\n\n` +
        whole.text.slice(0, 8_000),
    );
    const last = await get('/long', { offset: 16_000 });
    expect(last.text).toBe(whole.text.slice(16_000));
    expect(last.shown).toContain('characters 16000 to 20000 of 20000.\n\n');
    await expect(get('/long', { offset: 20_001 })).rejects.toThrow('The text has only 20000 characters.');
    const parts: string[] = [];
    for (let offset = 0; offset < 6; offset = parts.join('').length) {
      parts.push((await get('/emoji', { offset, maxCharacters: 3 })).text);
    }
    expect(parts).toEqual(['ab', '😀c', 'd']);
  });

  it('tells what the page of an error says, with its links [TOOL-7]', async () => {
    const gone = `HTTP 410 from ${server.origin}/gone\n\n`;
    const markdown = { name: 'ToolFailed', message: `${gone}# Moved\n\nSee [the list](/new).` };
    await expect(get('/gone')).rejects.toMatchObject(markdown);
    await expect(get('/gone', { format: 'markdown' })).rejects.toMatchObject(markdown);
    await expect(get('/gone', { format: 'raw' })).rejects.toMatchObject({ message: gone + GONE });
    await expect(get('/error-image')).rejects.toMatchObject({ message: `HTTP 500 from ${server.origin}/error-image` });
    await expect(get('/long-error')).rejects.toMatchObject({ message: expect.stringMatching(/\n\nx{2000}\.\.\.$/) });
  });

  it('follows redirects and returns the last URL [TOOL-7]', async () => {
    expect(await get('/moved')).toMatchObject({ status: 200, url: `${server.origin}/page` });
  });

  it('returns the passages with a text, in any case and over line ends [TOOL-7]', async () => {
    const found = await get('/rules', { find: 'RULE 2 of' });
    expect(found).toMatchObject({ text: 'Rule 1 is here.\n\nRule 2\nof all.\n\nRule 3 is long.', truncated: false });
    expect((await get('/rules', { find: 'here rule' })).text).toBe('Rule 1 is here.\n\nRule 2');
    expect((await get('/rules', { find: 'is rule' })).text).toBe(
      'Rule 1 is here.\n\nRule 2\nof all.\n\nRule 3 is long.\n\nThe end.',
    );
    expect((await get('/rules', { find: 'filler 7.' })).text).toBe('filler 6.\nfiller 7.\nfiller 8.');
    expect((await get('/rules', { find: 'item 7' })).text).toBe('filler 6.\nfiller 7.\nfiller 8.');
    expect((await get('/rules', { find: 'a whale' })).shown).toMatch(
      /\n\nNo passage has this text\. The page has \d+ characters\.$/,
    );
    expect((await get('/long', { find: '789012' })).text).toHaveLength(1_003);
  });

  it.each([
    ['/missing', /^HTTP 404 from http.*\/missing\n\nno$/],
    ['/image', /^http.*\/image is not text but image\/png \(70 bytes\)\.$/],
    ['/untyped', /is not text but binary data \(3 bytes\)/],
    ['/loop', /\/loop redirects more than 5 times\.$/],
    ['/to-file', /\/to-file redirects to a URL that cannot be fetched\.$/],
    ['/chain', /has an encoding that cannot be read\.$/],
    ['/broken', /cannot be decompressed\.$/],
    ['/bomb', /is larger than 5000000 bytes\.$/],
  ])('fails for %s with a text for the model [TOOL-7]', async (path, text) => {
    await expect(get(path)).rejects.toMatchObject({ name: 'ToolFailed', message: expect.stringMatching(text) });
  });

  it('makes at most six requests for a loop of redirects [TOOL-7]', async () => {
    const before = server.requests.length;
    await expect(get('/loop')).rejects.toThrow('redirects');
    expect(server.requests.length - before).toBe(6);
  });

  it.each(['/silent', '/slow-body'])('ends when the time for %s is over [TOOL-7]', async (path) => {
    const fetch = fetching({ ...local(), timeoutMs: 50 });
    await expect(fetch(server.origin + path)).rejects.toMatchObject({
      name: 'ToolFailed',
      message: `127.0.0.1:${String(server.port)} did not answer within 0.05 seconds.`,
    });
  });

  it.each(['/silent', '/slow-body'])('ends %s with the reason of the run [TOOL-7]', async (path) => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const fetched = get(path, { signal: controller.signal });
    controller.abort(reason);
    await expect(fetched).rejects.toBe(reason);
  });

  it('says that a server cannot be reached [TOOL-7]', async () => {
    const closed = await new TestServer(() => undefined).start();
    const { port, origin } = closed;
    await closed.stop();
    await expect(fetching({ ...local(), ports: [port] })(origin)).rejects.toMatchObject({
      name: 'ToolFailed',
      message: `127.0.0.1:${String(port)} cannot be reached (ECONNREFUSED).`,
    });
  });

  it('sends the headers of an origin to this origin only [TOOL-7]', async () => {
    const fetch = fetching({ ...local(), headers: { [server.origin]: { authorization: 'Bearer secret' } } });
    await fetch(`${server.origin}/cross`);
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer secret');
    expect(other.requests.at(-1)?.url).toBe('/there');
    expect(other.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('keeps a response as long as HTTP allows [TOOL-7]', async () => {
    const fetch = fetching(local());
    const twice = async (path: string): Promise<boolean> => {
      const [first, second] = [await fetch(server.origin + path), await fetch(server.origin + path)];
      return first.text === second.text;
    };
    expect([await twice('/cached'), await twice('/fresh')]).toEqual([true, false]);
    const without = fetching({ ...local(), cacheBytes: 0 });
    expect((await without(`${server.origin}/cached`)).text).not.toBe((await without(`${server.origin}/cached`)).text);
  });
});

describe('http_fetch with robots', () => {
  const robots = async (text: string | number, path: string): Promise<string> => {
    const site = await new TestServer((request, response) => {
      if (request.url !== '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end('page');
      else if (typeof text === 'number') response.writeHead(text).end();
      else response.end(text);
    }).start();
    try {
      const fetch = fetching({ allowAddresses: ['127.0.0.1'], ports: [site.port], robots: true, userAgent: 'haft/1' });
      return await fetch(site.origin + path).then(
        (page) => page.text,
        (error: Error) => error.message.replace(String(site.port), 'port'),
      );
    } finally {
      await site.stop();
    }
  };

  it.each([
    ['User-agent: *\nDisallow: /private', '/public', 'page'],
    ['User-agent: *\nDisallow: /private', '/private/a', 'The robots.txt of 127.0.0.1:port does not allow /private/a.'],
    ['User-agent: *\nDisallow: /\nUser-agent: haft\nAllow: /', '/x', 'page'],
    [404, '/x', 'page'],
    [503, '/x', 'The robots.txt of 127.0.0.1:port does not allow /x.'],
  ])('follows %j for %s [TOOL-7]', async (text, path, result) => {
    expect(await robots(text, path)).toBe(result);
  });
});

it.each([
  ['text', 'hello\r\n\r\n'],
  ['a status of four digits', 'HTTP/1.1 9999 OK\r\n\r\n'],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\nabc\r\n'],
])('says that a server sends %s instead of HTTP [TOOL-7]', async (_, reply) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fetch = fetching({ allowAddresses: ['127.0.0.1'], ports: [port], robots: false });
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('sent a reply that is not valid HTTP.');
  server.close();
});
