import { once } from 'node:events';
import { Agent, createServer, request as ask, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { PageServer } from '../../src/inspect/page-server.js';

const servers: Server[] = [];
const pages: PageServer[] = [];
afterEach(() => {
  for (const page of pages.splice(0)) page.close();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Starts a page whose process answers so. Returns its port. */
async function serve(listener: RequestListener): Promise<number> {
  const process = createServer(listener).listen(0, '127.0.0.1');
  await once(process, 'listening');
  servers.push(process);
  const page = new PageServer();
  pages.push(page);
  page.setTarget((process.address() as AddressInfo).port);
  return page.listen(0);
}

/** Reads from a connection until the text has come. */
async function reads(socket: Socket, text: string): Promise<void> {
  let read = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    read += String(chunk);
    if (read.includes(text)) return;
  }
  throw new Error(`The connection ended with ${read}`);
}

const refuse: RequestListener = (request, response) => {
  if (request.method === 'GET') response.end('the next answer');
  else response.writeHead(413).end('too long');
  request.resume();
};

test('passes on the answer to a body that is too long before its end, and then the next request', async () => {
  const port = await serve(refuse);
  const socket = connect(port, '127.0.0.1');
  const chunk = 'x'.repeat(100_000);
  const length = 50 * chunk.length;
  socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n${chunk}`);
  await reads(socket, 'too long');
  for (let sent = 1; sent < 50; sent += 1) {
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await reads(socket, 'the next answer');
  socket.destroy();
});

/** How the process treats a body: it reads it, refuses it at once, or closes its connection too. */
const treat: RequestListener = (request, response) => {
  if (request.url === '/read') request.resume().on('end', () => response.end('read'));
  else {
    if (request.url === '/close') response.setHeader('connection', 'close');
    response.writeHead(413).end('too long');
    if (request.url === '/refuse') request.resume();
    else if (request.url === '/destroy') response.on('finish', () => request.socket.destroySoon());
  }
};

/** A connection that ends before its body may lose the answer to this body, and no other one. */
const ANSWERS: Readonly<Record<string, RegExp>> = {
  '/read': /^200 read$/,
  '/refuse': /^413 too long$/,
  '/close': /^(413 too long|503 .*)$/,
  '/destroy': /^(413 too long|503 .*)$/,
};

/** Sends a body over the connection of the agent. Returns the status and the text. */
function answerTo(agent: Agent, port: number, path: string, length: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = ask({ agent, port, path, host: '127.0.0.1', method: 'POST' }, (answer) => {
      let text = `${answer.statusCode} `;
      answer
        .on('data', (chunk) => (text += String(chunk)))
        .on('end', () => {
          resolve(text);
        });
    });
    sent.on('error', reject).end('x'.repeat(length));
  });
}

test('gives each request of a connection the answer of the process, whatever came before', async () => {
  const port = await serve(treat);
  const request = fc.record({
    path: fc.constantFrom(...Object.keys(ANSWERS)),
    length: fc.constantFrom(0, 1, 70_000, 1_000_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 8 }), async (requests) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const answers = [];
      for (const { path, length } of requests) answers.push(await answerTo(agent, port, path, length));
      agent.destroy();
      for (const [at, { path }] of requests.entries()) expect(answers[at]).toMatch(ANSWERS[path] ?? /^$/);
    }),
    { numRuns: 100 },
  );
});

test('leaves the connection of the page open, whatever the process does with its own', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(200, { connection: 'close' }).end('done');
  });
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  expect(headers.get('connection')).toBe('keep-alive');
});

test('leads to a path once, so that the arguments of a browser have no token', async () => {
  const port = await serve((_request, response) => response.writeHead(404).end());
  const url = `http://127.0.0.1:${port}${pages[0]!.openOnce('/#token=secret')}`;
  const first = await fetch(url, { redirect: 'manual' });
  expect([first.status, first.headers.get('location')]).toEqual([302, '/#token=secret']);
  expect((await fetch(url)).status).toBe(404);
});

test('ends the request to the process when the page leaves', async () => {
  let left: Promise<unknown> | undefined;
  const port = await serve((_request, response) => {
    left = once(response, 'close');
    response.write('begin');
  });
  const controller = new AbortController();
  await fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal });
  controller.abort();
  expect(await Promise.race([left?.then(() => 'closed'), wait(10_000, 'open', { ref: false })])).toBe('closed');
});
