import { afterEach, expect, test } from '@jest/globals';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRuntime, decision, defineTool, toolset, type PendingRun, type Runtime } from '@haft/runtime';

/* The example of docs/guide/http-server.md. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Request {
  readonly body: { readonly name?: string; readonly arguments?: unknown; readonly approve?: boolean };
  readonly params: { readonly id: string };
  header(name: string): string | undefined;
}
interface Response extends ServerResponse {
  json(body: unknown): void;
  sendStatus(status: number): void;
}
interface App {
  (request: unknown, response: ServerResponse): void;
  post(path: string, handler: (request: Request, response: Response) => Promise<void>): void;
  use(handler: unknown): void;
}
interface Express {
  (): App;
  json(): unknown;
}

const paid: number[] = [];

function openBank(): Runtime {
  const pay = defineTool({
    name: 'pay',
    description: 'Pays an amount.',
    parameters: { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] },
    settings: { approvals: [true] },
    execute: ({ cents }: { cents: number }) => `paid ${paid.push(cents) && cents}`,
  });
  return createRuntime({ toolsets: toolset('bank', [pay]) }) as Runtime;
}

const userOf = (request: Request): string => request.header('x-user') ?? 'guest';
const isManager = (user: string): boolean => user === 'mia';

async function serve(): Promise<(path: string, user: string, body: object) => Promise<globalThis.Response>> {
  const runtime = openBank();
  const { default: express } = (await import('express' as string)) as { default: Express };
  // #region express
  const app = express();
  app.use(express.json());
  const waiting = new Map<string, PendingRun>(); // in production: a table

  app.post('/tools/call', async (request, response) => {
    const { name = '', arguments: args } = request.body;
    const run = runtime.startRun({ userId: userOf(request) });
    const outcome = await run.call({ name, arguments: args });
    if (outcome.status === 'deferred') waiting.set(outcome.request.id, run.pending());
    await run.end();
    response.json(outcome);
  });

  app.post('/requests/:id', async (request, response) => {
    const { id } = request.params;
    const pending = waiting.get(id);
    if (pending === undefined || !isManager(userOf(request))) return response.sendStatus(404);
    const answer = request.body.approve === true ? decision.approve() : decision.deny('A manager said no.');
    const { run, outcomes } = await runtime.resumeRun(pending, { [id]: answer });
    waiting.delete(id);
    await run.end();
    response.json(outcomes);
  });
  // #endregion express
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return (path, user, body) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user': user },
      body: JSON.stringify(body),
    });
}

test('an approved call runs after a second request, once', async () => {
  const post = await serve();
  const invalid = await post('/tools/call', 'ann', { name: 'pay', arguments: { cents: 'x' } });
  expect(await invalid.json()).toMatchObject({ status: 'retry' });
  expect(await (await post('/tools/call', 'ann', {})).json()).toMatchObject({ status: 'retry', unknownTool: true });
  const call = async (cents: number): Promise<string> => {
    const outcome = await (await post('/tools/call', 'ann', { name: 'pay', arguments: { cents } })).json();
    return (outcome as { request: { id: string } }).request.id;
  };
  const id = await call(5);
  expect((await post(`/requests/${id}`, 'ann', { approve: true })).status).toBe(404);
  expect(await (await post(`/requests/${id}`, 'mia', { approve: true })).json()).toMatchObject([{ text: 'paid 5' }]);
  expect((await post(`/requests/${id}`, 'mia', { approve: true })).status).toBe(404);
  const denied = await post(`/requests/${await call(7)}`, 'mia', { approve: false });
  expect(await denied.json()).toMatchObject([{ status: 'denied' }]);
  expect(paid).toEqual([5]);
});
