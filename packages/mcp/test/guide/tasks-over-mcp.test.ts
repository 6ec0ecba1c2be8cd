import { createRuntime, defineTool, toolset } from '@haft/runtime';
import type { RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { mcpToolset } from '../../src/client/index.js';
import { serveMcp } from '../../src/index.js';

/* The code of docs/guide/tasks-over-mcp.md, executed. */

const userOf = (headers: Headers): string => headers.get('x-user') ?? 'ada';

test('a tool of the background, served and called as a task', async () => {
  // #region serve
  const report = defineTool({
    name: 'report',
    description: 'Writes the report of the night.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    settings: { background: {} }, // @Background() in a class
    execute: (_args: object, run: RunContext) => {
      run.report({ message: 'Page 1 of 3' });
      return { pages: 3 };
    },
  });
  const runtime = createRuntime({
    toolsets: toolset('office', [report]),
    durability: { ledger: new MemoryCallLedger() }, // SqliteCallLedger or PostgresCallLedger in production
  });
  const mcp = serveMcp(runtime, {
    context: ({ headers }) => ({ userId: userOf(headers) }),
    tasks: { mode: 'offer', ttlMs: 24 * 60 * 60 * 1000, pollIntervalMs: 500 },
  });
  const { url } = await mcp.listen({ port: 0 });
  // #endregion serve

  // #region client
  const office = mcpToolset({ name: 'office', server: { url } });
  const agent = createRuntime({ toolsets: office });
  const run = agent.startRun();
  const outcome = await run.call({ name: 'report', arguments: {} }); // waits for the end of the task
  await office.close();
  // #endregion client
  expect(outcome).toMatchObject({ status: 'success', value: { pages: 3 } });

  const own = runtime.startRun({ userId: 'ada' });
  const started = await own.call({ name: 'report', arguments: {} });
  const key = (started as { value: { task: string } }).value.task;
  // #region host
  const task = await runtime.tasks.get(key, { userId: 'ada' });
  console.log(task?.state, task?.progress, task?.requests, task?.outcome);
  await runtime.tasks.cancel(key, { userId: 'ada' }); // does nothing if it has ended
  // #endregion host
  expect(task).toMatchObject({ key, tool: 'report', userId: 'ada' });
  await mcp.close();
  await agent.dispose();
  await runtime.dispose();
});
