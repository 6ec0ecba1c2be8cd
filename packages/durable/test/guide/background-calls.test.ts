import { afterAll, expect, test } from '@jest/globals';
import type { RunContext, SuccessOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, defineTool, toolset, type BackgroundTask } from '@haft/runtime';

/* The examples of docs/guide/background-calls.md. */

const writePage = (page: number): Promise<string> => Promise.resolve(`page ${page}`);

// #region tool
const report = defineTool({
  name: 'report',
  description: 'Writes the report of a month.',
  parameters: {
    type: 'object',
    properties: { month: { type: 'string' } },
    required: ['month'],
    additionalProperties: false,
  },
  // After a crash, it may run again.
  hints: { idempotent: true },
  settings: { background: {} },
  execute: async ({ month }: { month: string }, run: RunContext) => {
    const pages: string[] = [];
    for (let page = 1; page <= 3; page++) {
      run.signal.throwIfAborted();
      pages.push(await writePage(page));
      run.report({ page, of: 3 });
    }
    return { month, pages: pages.length };
  },
});
// #endregion tool

// #region runtime
const ledger = new MemoryCallLedger(); // SqliteCallLedger or PostgresCallLedger in production
const runtime = createRuntime({
  toolsets: [toolset('office', [report])],
  durability: { ledger },
  limits: { concurrency: { background: 2 } },
});
// #endregion runtime

afterAll(() => runtime.dispose());

test('a report is written in the background [NEW-32]', async () => {
  const run = runtime.startRun({ id: 'chat-1', userId: 'ann' });
  // #region call
  const outcome = await run.call({ id: 'call-1', name: 'report', arguments: { month: 'May' } });
  // outcome.text: 'Started as task c_81f2…. Ask task_status for its progress.'
  // #endregion call
  const { task } = (outcome as SuccessOutcome<BackgroundTask>).value;
  expect(outcome.text).toBe(`Started as task ${task}. Ask task_status for its progress.`);
  // #region result
  const result = await run.call({ name: 'task_result', arguments: { task, waitSeconds: 20 } });
  // result.text: '{"month":"May","pages":3}'
  // #endregion result
  expect(result.text).toBe('{"month":"May","pages":3}');

  // #region enqueue
  const queued = await run.enqueue({ name: 'report', arguments: { month: 'June' } });
  const { task: june } = (queued as { readonly value: BackgroundTask }).value;
  const call = await runtime.pending.get(june); // its state, and its outcome once it has ended
  // #endregion enqueue
  expect(call?.tool).toBe('report');
  await run.call({ name: 'task_result', arguments: { task: june, waitSeconds: 20 } });
  expect((await runtime.pending.get(june))?.outcome).toMatchObject({ value: { month: 'June', pages: 3 } });
  await run.end();
});
