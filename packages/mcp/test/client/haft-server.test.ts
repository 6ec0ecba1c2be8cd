import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { createRuntime } from '@haft/runtime';
import { mcpToolset } from '../../src/client/index.js';
import { connect, ERAS, atEnd, serveNotes } from '../support/connect.js';
import { quietLogger } from '../support/quiet-logger.js';

/** Calls a tool of a Haft server through the client of Haft. */
async function callThrough(name: string, args: object, errors?: 'retry' | 'failed'): Promise<ToolOutcome> {
  const { url } = await serveNotes();
  const logger = quietLogger();
  const notes = mcpToolset({ name: 'notes', server: { url }, logger, ...(errors && { errors }) });
  const runtime = createRuntime({ toolsets: notes, observe: { logger } });
  atEnd(() => notes.close());
  atEnd(() => runtime.dispose());
  return runtime.startRun().call({ name, arguments: args });
}

describe('a Haft server behind the client of Haft', () => {
  it('ends a retry text with one request to try again', async () => {
    expect(await callThrough('note_fail', { how: 'retry' })).toMatchObject({
      status: 'retry',
      text: 'There is no such note. Call note_list.\n\nFix the errors and try again.',
    });
  });

  it('does not ask the model to repeat a call that waits', async () => {
    const outcome = await callThrough('note_delete', { id: 1 });
    expect(outcome).toMatchObject({ status: 'failed', text: expect.stringContaining('Do not call it again') });
    expect(outcome.text).not.toContain('try again');
  });

  it('reports a failure as a failure', async () => {
    expect(await callThrough('note_fail', { how: 'failed' })).toMatchObject({
      status: 'failed',
      text: 'The disk is full.',
    });
  });

  it("keeps a retry a failure with `errors: 'failed'`", async () => {
    expect(await callThrough('note_fail', { how: 'retry' }, 'failed')).toMatchObject({ status: 'failed' });
  });
});

it.each(ERAS)('a Haft server says the status of an error, protocol $era', async (era) => {
  const { url } = await serveNotes();
  const client = await connect(url, era);
  const fail = (how: string) => client.callTool({ name: 'note_fail', arguments: { how } });
  expect(await fail('retry')).toMatchObject({ _meta: { 'haft/status': 'retry' } });
  expect(await fail('exception')).toMatchObject({ _meta: { 'haft/status': 'failed' } });
});
