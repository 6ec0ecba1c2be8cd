import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { app } from './app.js';

const server = app.listen(0);
after(() => server.close());

test('the server answers a message, and executes a call when a person approves it', async () => {
  assert.equal((await post('/chat', { message: 'Buy oil' })).text, 'Done.');

  const { requests } = await post('/chat', { message: 'Send it to ann@example.com' });
  assert.equal(requests[0].tool, 'todo_send');
  const [outcome] = await post(`/requests/${requests[0].id}`, { approve: true });
  assert.equal(outcome.text, 'Sent to ann@example.com: 1 open tasks.');
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any
async function post(path: string, body: object): Promise<any> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.json();
}
