import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { ServerProcess } from './support/backoffice-process.js';
import { approve, decisionPath, type Decided, type PendingPage } from './support/decisions.js';

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
    const { calls } = (await second.send('mia', '/admin/pending')).body as PendingPage;
    deepEqual(
      calls.map((call) => [call.runId, call.userId, call.request?.arguments]),
      [[runId, 'ann', REFUND]],
    );
    const path = decisionPath(calls[0]!);
    const decided = await second.send('mia', path, approve(calls[0]!));
    equal(decided.status, 200);
    match((decided.body as Decided).outcome.text, /"amountCents":9000/);
    await second.kill();

    const third = await start();
    equal((await third.send('mia', path, approve(calls[0]!))).status, 409);
    const refunds = (await third.send('ann', '/refunds?orderId=102')).body as { amountCents: number }[];
    deepEqual(
      refunds.map(({ amountCents }) => amountCents),
      [9000],
    ); // [NEW-26, NEW-27]
  });
});

const REFUND = { orderId: 102, amountCents: 9000, reason: 'damaged' };
