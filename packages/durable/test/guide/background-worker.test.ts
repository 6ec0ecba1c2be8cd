import { expect, test } from '@jest/globals';
import type { SuccessOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, defineTool, toolset, type BackgroundTask } from '@haft/runtime';

/* The example of a worker in docs/guide/background-calls.md. */

const report = defineTool({
  name: 'report',
  description: 'Writes the report.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  hints: { idempotent: true },
  settings: { background: {} },
  execute: () => ({ pages: 3 }),
});
const toolsets = [toolset('office', [report])];
const ledger = new MemoryCallLedger();

test('a worker executes the calls that a server queued [NEW-32]', async () => {
  // #region server
  const server = createRuntime({ toolsets, durability: { ledger }, limits: { concurrency: { background: 0 } } });
  // #endregion server
  // #region worker
  const worker = createRuntime({ toolsets, durability: { ledger }, limits: { concurrency: { background: 2 } } });
  const look = () => worker.recover({ calls: 'background', idleMs: 0 });
  const timer = setInterval(() => void look(), 1000);
  // #endregion worker
  const run = server.startRun({ id: 'chat-1' });
  const outcome = await run.call({ id: 'call-1', name: 'report', arguments: {} });
  expect(outcome).toMatchObject({ value: { status: 'queued' } });
  const { task } = (outcome as SuccessOutcome<BackgroundTask>).value;
  expect((await server.recover({ idleMs: 0 })).started).toEqual([]);
  await look();
  const result = await run.call({ name: 'task_result', arguments: { task, waitSeconds: 20 } });
  expect(result.text).toBe('{"pages":3}');
  clearInterval(timer);
  await run.end();
  await worker.dispose();
  await server.dispose();
});
