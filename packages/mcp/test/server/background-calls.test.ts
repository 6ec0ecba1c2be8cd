import { describe, expect, it } from '@jest/globals';
import type { RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { defineTool, toolset } from '@haft/runtime';
import { connect, ERAS, serveNotes } from '../support/connect.js';

/** A report that is written when the test says so. */
function reportTool() {
  const { promise: written, resolve: write } = deferred();
  const { promise: begun, resolve: begin } = deferred();
  const tool = defineTool({
    name: 'report',
    description: 'Writes the report of the night.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    result: { type: 'object', properties: { pages: { type: 'integer' } }, required: ['pages'] },
    settings: { background: {} },
    execute: async (_args: object, run: RunContext) => {
      run.report({ page: 1 });
      begin();
      await written;
      return { pages: 3 };
    },
  });
  return { tool, begun, write };
}

describe.each(ERAS)('background calls, protocol $era', (era) => {
  it('are answered with a task, which the client asks about with tools [NEW-32]', async () => {
    const { tool, begun, write } = reportTool();
    const options = { durability: { ledger: new MemoryCallLedger() }, toolsets: () => [toolset('office', [tool])] };
    const client = await connect((await serveNotes({}, options)).url, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['report', 'task_cancel', 'task_result', 'task_status']);
    // From now on the client checks structured content against the schemas.
    const { structuredContent } = await client.callTool({ name: 'report', arguments: {} });
    expect(structuredContent).toEqual({ task: expect.any(String), status: 'queued' });
    const { task } = structuredContent as { task: string };
    await begun;
    const status = await client.callTool({ name: 'task_status', arguments: { task } });
    expect(textOf(status)).toMatchObject({ task, status: 'running', tool: 'report', progress: { page: 1 } });
    write();
    const result = await client.callTool({ name: 'task_result', arguments: { task, waitSeconds: 20 } });
    expect(textOf(result)).toEqual({ pages: 3 });
  });

  it('are cancelled by a tool', async () => {
    const { tool, begun } = reportTool();
    const options = { durability: { ledger: new MemoryCallLedger() }, toolsets: () => [toolset('office', [tool])] };
    const client = await connect((await serveNotes({}, options)).url, era);
    const { structuredContent } = await client.callTool({ name: 'report', arguments: {} });
    const { task } = structuredContent as { task: string };
    await begun;
    const cancelled = await client.callTool({ name: 'task_cancel', arguments: { task } });
    expect(cancelled.content).toMatchObject([{ text: 'The task was told to stop. Ask task_status whether it has.' }]);
  });
});

function textOf(result: { readonly content: readonly unknown[] }): unknown {
  return JSON.parse((result.content[0] as { readonly text: string }).text);
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
