import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import type { Approval } from '../src/assistant/approvals.service.js';
import type { ChatAnswer } from '../src/assistant/chat.service.js';
import { ServerProcess } from './support/server-process.js';

describe('a server that is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backoffice-'));
  let server: ServerProcess | undefined;
  const start = async (): Promise<ServerProcess> => (server = await ServerProcess.start(folder));
  afterEach(() => server?.kill());
  after(() => rmSync(folder, { recursive: true }));

  it('still has the refund that waits, and pays it once', async () => {
    const first = await start();
    const asked = await first.send('ann', '/tools/call', { name: 'refund_create', arguments: REFUND });
    const { outcome, pending: runId } = asked.body as { outcome: { status: string }; pending: string };
    equal(outcome.status, 'deferred');
    await first.kill();

    const second = await start();
    const approvals = (await second.send('mia', '/approvals')).body as Approval[];
    deepEqual(
      approvals.map((one) => [one.runId, one.userId, one.requests[0]?.arguments]),
      [[runId, 'ann', REFUND]],
    );
    const decided = await second.send('mia', `/approvals/${runId}`, { approved: true });
    equal(decided.status, 200);
    match((decided.body as ChatAnswer).text, /"amountCents":9000/);
    await second.kill();

    const third = await start();
    equal((await third.send('mia', `/approvals/${runId}`, { approved: true })).status, 404);
    const refunds = (await third.send('ann', '/refunds?orderId=102')).body as { amountCents: number }[];
    deepEqual(
      refunds.map(({ amountCents }) => amountCents),
      [9000],
    ); // [NEW-26, NEW-27]
  });

  it('finishes a report that its killed process began or had not begun', async () => {
    const first = await start();
    const started = await first.send('mia', '/tools/call', { name: 'report_refunds', arguments: {} });
    const { task } = (started.body as { outcome: { value: { task: string } } }).outcome.value;
    await first.kill();

    const second = await start();
    const ask = async (): Promise<{ status: string; result?: unknown }> => {
      const { body } = await second.send('mia', '/tools/call', {
        name: 'task_result',
        arguments: { task, waitSeconds: 5 },
      });
      return (body as { outcome: { value: { status: string; result?: unknown } } }).outcome.value;
    };
    let report = await ask();
    while (['queued', 'running'].includes(report.status)) report = await ask();
    deepEqual(report.result, { count: 1, totalCents: 9000 }); // [NEW-32]
  });
});

const REFUND = { orderId: 102, amountCents: 9000, reason: 'damaged' };
