import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Backoffice } from './support/backoffice.js';
import { approve, decisionPath, type Decided, type PendingPage } from './support/decisions.js';

const TOOLS = [
  'customer_change_contact',
  'customer_find',
  'customer_get',
  'order_cancel',
  'order_get',
  'order_search',
  'order_ship',
  'refund_create',
  'refund_list',
  'refund_quote',
  'report_refunds',
  'reports_list',
  'task_cancel',
  'task_result',
  'task_status',
];
const REFUND = { orderId: 102, amountCents: 9000, reason: 'late' };

describe('the JSON endpoint', () => {
  let backoffice: Backoffice;
  before(async () => {
    backoffice = await Backoffice.start();
  });
  after(() => backoffice.stop());

  it('shows the tools to who is known', async () => {
    const { body } = await backoffice.get('ann', '/tools');
    deepEqual(names((body as { tools: { name: string }[] }).tools), TOOLS);
    equal((await backoffice.get('nobody', '/tools')).status, 401);
  });

  it('calls them, with the same guards', async () => {
    const quote = await backoffice.post('ann', '/tools/call', { name: 'refund_quote', arguments: { orderId: 101 } });
    deepEqual((quote.body as { outcome: { value: unknown } }).outcome.value, {
      orderId: 101,
      refundableCents: 9000,
      limitCents: 5000,
    });
    const cancel = await backoffice.post('wes', '/tools/call', { name: 'order_cancel', arguments: { id: 102 } });
    equal((cancel.body as { outcome: { status: string } }).outcome.status, 'denied');
  });

  it('calls a route of a controller, with the roles of the route', async () => {
    const list = { name: 'reports_list', arguments: {} };
    const { body } = await backoffice.post('mia', '/tools/call', list);
    const routed = await backoffice.get('mia', '/reports');
    deepEqual((body as { outcome: { value: unknown } }).outcome.value, routed.body);
    const denied = await backoffice.post('ann', '/tools/call', list);
    equal((denied.body as { outcome: { status: string } }).outcome.status, 'denied');
    equal((await backoffice.get('ann', '/reports')).status, 403);
  });

  it('returns the id of a waiting call, and a manager decides', async () => {
    const { body } = await backoffice.post('ann', '/tools/call', { name: 'refund_create', arguments: REFUND });
    const { outcome, pending } = body as { outcome: { status: string }; pending: string };
    equal(outcome.status, 'deferred');
    const page = (await backoffice.get('mia', `/admin/pending?runId=${pending}`)).body as PendingPage;
    const decided = await backoffice.post('mia', decisionPath(page.calls[0]!), approve(page.calls[0]!));
    match((decided.body as Decided).outcome.text, /"amountCents":9000/);
  });
});

describe('the MCP endpoint', () => {
  let backoffice: Backoffice;
  before(async () => {
    backoffice = await Backoffice.start();
  });
  after(() => backoffice.stop());

  const connect = async (user: string, capabilities: object = {}): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
    const headers = { authorization: `Bearer token-of-${user}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', backoffice.url), { requestInit: { headers } }),
    );
    return client;
  };

  it('lets in who is known', async () => {
    const client = await connect('ann');
    deepEqual(names((await client.listTools()).tools), TOOLS);
    await client.close();
    equal((await connect('nobody').catch((error: unknown) => error)) instanceof Error, true);
  });

  it('calls tools as the user, with the same guards', async () => {
    const [ann, wes] = [await connect('ann'), await connect('wes')];
    const found = await ann.callTool({ name: 'customer_find', arguments: { text: 'Ada' } });
    match(JSON.stringify(found.content), /Ada Byron/);
    const denied = await wes.callTool({ name: 'order_cancel', arguments: { id: 102 } });
    equal(denied.isError, true);
    match(JSON.stringify(denied.content), /This needs the role support/);
    await Promise.all([ann.close(), wes.close()]);
  });

  it('lets a manager decide, not who holds the client', async () => {
    const client = await connect('ann', { elicitation: { form: {} } });
    const asked: unknown[] = [];
    client.setRequestHandler('elicitation/create', (request) => {
      asked.push(request);
      return { action: 'accept', content: { approve: true } };
    });
    const waits = await client.callTool({ name: 'refund_create', arguments: REFUND });
    equal(waits.isError, true);
    match(JSON.stringify(waits.content), /waits for an approval/);
    deepEqual(asked, []);
    await client.close();

    const { calls } = (await backoffice.get('mia', '/admin/pending')).body as PendingPage;
    const decided = await backoffice.post('mia', decisionPath(calls[0]!), approve(calls[0]!));
    match((decided.body as Decided).outcome.text, /"requestedBy":"ann"/);
  });
});

function names(tools: readonly { readonly name: string }[]): string[] {
  return tools.map(({ name }) => name).sort();
}
