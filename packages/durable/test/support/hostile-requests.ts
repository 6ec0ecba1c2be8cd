import { connect } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The places of a server that requests are made for. */
export interface HostileFacts {
  /** Paths that the server answers, and keys or ids in them. */
  readonly paths: readonly string[];
  /** Bodies that a client of the server sends. */
  readonly bodies: readonly string[];
  /** Lines of headers that some requests have, such as of users with fewer rights. */
  readonly headers: readonly string[];
  /** Lines of headers that all requests have. */
  readonly always?: readonly string[];
  /** The value of `Host` of most requests. */
  readonly host: string;
}

/** A request as bytes, and how they are sent. */
export interface HostileRequest {
  readonly bytes: Buffer;
  /** Whether the server must answer. Otherwise the connection breaks, or is not a request. */
  readonly isComplete: boolean;
  /** The places where the bytes are cut into packets. */
  readonly cuts: readonly number[];
}

/** The number of requests for each server. The night sets `HAFT_FUZZ`. */
export const REQUESTS = Number(process.env['HAFT_FUZZ'] ?? 1_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_131);

/** The result of {@link sendHostile}. */
export interface HostileReport {
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Complete requests without an answer, or with one of at least 500. */
  readonly failures: readonly string[];
}

/**
 * Sends random requests to a server: methods, paths, headers, bodies and broken connections.
 */
export async function sendHostile(
  port: number,
  facts: HostileFacts,
  { count = REQUESTS, seed = SEED }: { readonly count?: number; readonly seed?: number } = {},
): Promise<HostileReport> {
  const random = randomOf(seed);
  const statuses: Record<number, number> = {};
  const failures: string[] = [];
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const request = hostileRequest(random, facts);
      const status = await send(port, request);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const isFailure = status >= 500 || (status === 0 && request.isComplete);
      if (isFailure && failures.length < 10)
        failures.push(`${status}: ${JSON.stringify(request.bytes.toString('latin1').slice(0, 1_500))}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return { statuses, failures };
}

/** Returns the first status of the answer. 0 if there is none. */
function send(port: number, { bytes, isComplete, cuts }: HostileRequest): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    const timer = setTimeout(() => {
      socket.destroy();
    }, SLOWEST_ANSWER_MS);
    socket.setNoDelay(true);
    socket.on('connect', () => {
      const places = [0, ...cuts, bytes.length];
      for (const [index, from] of places.slice(0, -1).entries()) socket.write(bytes.subarray(from, places[index + 1]));
      if (isComplete) return;
      if (bytes.length % 2 === 0) socket.end();
      else socket.destroy();
    });
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (statusOf(received) !== 0) socket.destroy();
    });
    socket.on('end', () => socket.destroy());
    // A server that rejects a request may close before it has read it.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(statusOf(received));
    });
  });
}

const SLOWEST_ANSWER_MS = 20_000;

/** Returns the status of the first answer that is final. */
function statusOf(received: string): number {
  for (const [, status] of received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)) if (Number(status) >= 200) return Number(status);
  return 0;
}

function hostileRequest(random: Random, facts: HostileFacts): HostileRequest {
  const method = random.chance(0.7) ? random.of(['POST', 'POST', 'GET']) : random.of(METHODS);
  const path = hostilePath(random, facts.paths);
  const { body, type } = hostileBody(random, facts.bodies);
  const headers = [
    ...(random.chance(0.95) ? [`Host: ${facts.host}`] : []),
    ...(random.chance(0.7) ? [`Content-Type: ${type}`] : []),
    ...(facts.always ?? []),
    ...random.some(facts.headers, 2),
    ...random.some(HEADERS, 3),
  ];
  const framing = hostileFraming(random, body);
  const head = `${method} ${path} HTTP/1.1\r\n${[...headers, ...framing.headers].join('\r\n')}\r\n\r\n`;
  const all = Buffer.concat([Buffer.from(head, 'latin1'), framing.body]);
  const isBroken = random.chance(0.1);
  const bytes = isBroken ? all.subarray(0, random.below(all.length)) : all;
  const cuts = Array.from({ length: random.below(3) }, () => random.below(bytes.length)).sort((a, b) => a - b);
  // Node closes the connection of CONNECT if no code waits for it.
  return { bytes, cuts, isComplete: !isBroken && framing.isComplete && method !== 'CONNECT' };
}

function hostilePath(random: Random, paths: readonly string[]): string {
  const path = random.of(paths);
  if (random.chance(0.5)) return path;
  const form = random.below(8);
  if (form === 0) return random.of(ODD_PATHS);
  if (form === 1) return `http://${random.of(['localhost', 'evil.test', '[', ''])}${path}`;
  if (form === 2) return `${path}?${random.of(QUERIES)}`;
  if (form === 3) return `${path}/${random.of(SEGMENTS)}`;
  if (form === 4) return path.replace(/[^/]+$/, random.of(SEGMENTS));
  if (form === 5) return `/${path}`;
  if (form === 6) return path.slice(random.below(path.length));
  return `${path}${random.bytes(random.below(20)).replace(/[\s\0]/g, '')}`;
}

function hostileBody(random: Random, bodies: readonly string[]): { readonly body: Buffer; readonly type: string } {
  const text = random.chance(0.6) ? random.of(bodies) : random.of(ODD_BODIES);
  const type = random.chance(0.7) ? 'application/json' : random.of(TYPES);
  const bytes = Buffer.from(text);
  if (random.chance(0.2) && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
  if (random.chance(0.05)) return { body: gzipSync(bytes), type };
  if (random.chance(0.05)) return { body: brotliCompressSync(bytes, QUICKLY), type };
  return { body: bytes, type };
}

/** The best quality, which is the default, takes far longer. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

function hostileFraming(
  random: Random,
  body: Buffer,
): { readonly headers: readonly string[]; readonly body: Buffer; readonly isComplete: boolean } {
  const form = random.below(12);
  const length = `Content-Length: ${body.length}`;
  if (form === 0) return { headers: [`Content-Length: ${body.length + 5}`], body, isComplete: false };
  if (form === 1) return { headers: [random.of(ODD_FRAMES)], body, isComplete: false };
  if (form === 2) return { headers: [length, 'Transfer-Encoding: chunked'], body: chunked(body), isComplete: true };
  if (form <= 4) return { headers: ['Transfer-Encoding: chunked'], body: chunked(body), isComplete: true };
  return { headers: [length], body, isComplete: true };
}

function chunked(body: Buffer): Buffer {
  const size = body.length.toString(16);
  return Buffer.concat([Buffer.from(body.length === 0 ? '' : `${size}\r\n`), body, Buffer.from(ends(body.length))]);
}

function ends(length: number): string {
  return length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n';
}

const METHODS = [
  ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'SEARCH', 'QUERY'],
  ...['PURGE', 'M-SEARCH', 'LINK', 'get', 'Post', 'FOO', 'A'.repeat(300), 'G\xc4T', '', 'GET GET'],
];
const SEGMENTS = [
  ...['%00', '%ff', '%E0%A4%A', '%', '..', '.', '%2e%2e', '%2F', 'decision', 'pending', '__proto__', 'constructor'],
  ...['\xff\xfe', '%ED%A0%80', '1e400', '-1', '99999999999999999999', 'a'.repeat(5_000), "' OR 1=1 --", '%u0041'],
];
const ODD_PATHS = [
  '*',
  '/',
  '//',
  'pending',
  '?',
  '#',
  '/?#',
  '/\\',
  '/[',
  'http://',
  'localhost:80',
  'x'.repeat(20_000),
];
const QUERIES = [
  ...[
    'after=%00',
    'after=x',
    'after=eyJhIjoxfQ',
    'limit=1e9',
    'limit=-1',
    'limit=1&limit=2',
    'state=%00',
    'tenantId=%00',
  ],
  ...['olderThanMs=999999999999999', 'runId=%ED%A0%80', 'tool=%00&userId=%ff', '__proto__=1', '=', '&&&', 'preset=%00'],
];
const TYPES = [
  ...['application/json; charset=utf-8', 'application/json; charset=foo', 'APPLICATION/JSON', 'application/json;'],
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/octet-stream', '', '\xff'],
];
const HEADERS = [
  ...['Host: a b', 'Host: [', 'Host: evil.test', 'Host:', 'Origin: null', 'Origin: http://evil.test', 'Origin: %'],
  ...['Content-Encoding: gzip', 'Content-Encoding: br', 'Content-Encoding: deflate', 'Content-Encoding: foo, bar'],
  ...['Expect: 100-continue', 'Expect: more', 'Upgrade: websocket', 'Connection: upgrade', 'Connection: close'],
  ...[
    'Authorization: Bearer x',
    'Authorization: Basic %%%',
    'Authorization:',
    'Cookie: a=b; a=b; =',
    'Range: bytes=0-',
  ],
  ...['__proto__: x', 'constructor: x', 'x-\xff: y', 'X-HTTP-Method-Override: TRACE', 'X-Forwarded-Host: evil.test'],
  ...['Sec-Fetch-Site: cross-site', 'If-None-Match: *', 'Accept: text/event-stream', 'Accept:', 'Mcp-Session-Id: x'],
  ...['X-Long: '.concat('x'.repeat(9_000)), 'X-Odd: \x01\x7f\x80', 'X-Nul: a\0b', 'Content-Type: a, b', ' folded: x'],
];
const ODD_FRAMES = [
  ...['Content-Length: -1', 'Content-Length: x', 'Content-Length: 99999999999999999999', 'Transfer-Encoding: gzip'],
  ...['Transfer-Encoding: chunked, chunked', 'Transfer-Encoding: x', 'Content-Length: 1\r\nContent-Length: 2'],
];
const ODD_BODIES = [
  ...['', 'null', '[]', '{}', '1', '"x"', '{', '1e999', '\ufeff{}', '{"__proto__":{"polluted":1}}', '{"a":1}}'],
  ...['\ud800', '[1,2', `${'['.repeat(8_000)}`, `${'['.repeat(8_000)}${']'.repeat(8_000)}`, 'x'.repeat(70_000)],
];

interface Random {
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly of: <Item>(items: readonly Item[]) => Item;
  readonly some: <Item>(items: readonly Item[], most: number) => readonly Item[];
  /** Returns text with one character for each byte. */
  readonly bytes: (count: number) => string;
}

/** Returns random values that are the same for a seed. The algorithm is mulberry32. */
function randomOf(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const of = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  return {
    below,
    of,
    chance: (share) => next() < share,
    some: (items, most) => Array.from({ length: below(most + 1) }, () => of(items)),
    bytes: (count) => String.fromCharCode(...Array.from({ length: count }, () => below(256))),
  };
}
