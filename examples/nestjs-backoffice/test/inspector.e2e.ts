import { deepEqual, equal, match } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { ChatAnswer } from '../src/assistant/chat.service.js';
import { Backoffice } from './support/backoffice.js';
import { approve, type Decided, type PendingPage } from './support/decisions.js';
import { whatItRead } from './support/scripted-model.js';

describe('the inspector', () => {
  let backoffice: Backoffice;
  before(async () => {
    const port = await freePort();
    backoffice = await Backoffice.start({ INSPECT_HOSTS: `127.0.0.1:${port}` }, port);
  });
  after(() => backoffice.stop());

  const send = (user: string | undefined, path: string, init: RequestInit = {}): Promise<Response> => {
    const password = Buffer.from(`${user}:token-of-${user}`).toString('base64');
    const headers = { ...init.headers, ...(user !== undefined && { authorization: `Basic ${password}` }) };
    return fetch(`${backoffice.url}${path}`, { ...init, headers });
  };

  it('lets a browser ask for the password', async () => {
    const response = await send(undefined, '/admin/inspect/');
    equal(response.status, 401);
    match(response.headers.get('www-authenticate') ?? '', /^Basic /);
  });

  it('is for operators, not for managers', async () => {
    equal((await send('mia', '/admin/inspect/')).status, 403);
    equal((await send('mia', '/admin/inspect/haft-api/project')).status, 403);
    const page = await send('olga', '/admin/inspect/');
    equal(page.status, 200);
    match(await page.text(), /app\.js/);
  });

  it('calls tools as the user of a preset', async () => {
    const call = async (preset: string): Promise<unknown> => {
      const response = await send('olga', '/admin/inspect/haft-api/calls', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'order_get', arguments: { id: 201 }, preset, keepRun: false }),
      });
      return ((await response.json()) as { outcome: { status: string } }).outcome.status;
    };
    deepEqual([await call('default'), await call('support of globex')], ['failed', 'success']);
  });

  it('decides a refund in the inbox, which is made for the user who asked', async () => {
    backoffice.model.script = [[['refund_create', REFUND]], whatItRead];
    const { runId } = (await backoffice.post('ann', '/chat', { message: 'The chair is damaged.' })).body as ChatAnswer;
    const page = await send('olga', '/admin/inspect/haft-api/pending');
    const call = ((await page.json()) as PendingPage).calls.find((one) => one.runId === runId)!;
    const decide = async (user: string): Promise<unknown> => {
      const path = `/admin/inspect/haft-api/pending/${encodeURIComponent(call.key)}/decision?preset=default`;
      const headers = { 'content-type': 'application/json' };
      const response = await send(user, path, { method: 'POST', headers, body: JSON.stringify(approve(call)) });
      return response.json();
    };
    deepEqual(await decide('mia'), { error: { code: 'FORBIDDEN', message: 'You may not do this.' } });
    equal(((await decide('olga')) as Decided).outcome.status, 'success');
    const made = (await backoffice.get('ann', '/refunds?orderId=102')).body as { requestedBy: string }[];
    deepEqual(
      made.map(({ requestedBy }) => requestedBy),
      ['ann'],
    );
    const answer = (await backoffice.post('ann', `/chat/${runId}`)).body as ChatAnswer;
    match(answer.text, /"amountCents":9000/);
  });

  it('takes the password of a browser for itself alone', async () => {
    equal((await send('ann', '/orders/101')).status, 401);
  });
});

const REFUND = { orderId: 102, amountCents: 9000, reason: 'damaged' };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
