import type { ToolCall } from '@haft/core';
import { Call } from '../../../src/call/call.js';
import { find } from '../../../src/call/steps/01-find.js';
import { createRuntime, defineTool, toolset } from '../../../src/index.js';
import { callOf, runOf } from './step-of.js';

describe('step 1, find', () => {
  it('finds a tool by its name and keeps what the model sent', () => {
    const call = callOf(runOf(), { name: 'desk_add', arguments: '{"a":1}' });
    expect([call.id, call.name, call.sent, call.attempt]).toEqual(['c1', 'desk_add', '{"a":1}', 0]);
  });

  it('finds a tool by an alias, under its own name', async () => {
    const tool = defineTool({
      name: 'read_file',
      aliases: ['cat'],
      description: 'Reads a file.',
      parameters: { type: 'object' },
      execute: () => 'text',
    });
    const run = createRuntime({ toolsets: toolset('files', [tool]) }).startRun();
    expect(await run.call({ name: 'cat', arguments: '{}' })).toMatchObject({ tool: 'read_file', text: 'text' });
  });

  it('gives a call without an id one of its own', () => {
    const run = runOf();
    const ids = [1, 2].map(() => (find(run, { name: 'desk_add' }) as Call).id);
    expect(ids[0]).toMatch(/^call/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('answers an unknown name with the names that are near, and counts it [ERR-3]', () => {
    const run = runOf();
    expect(find(run, { id: 'c1', name: 'desk_ad' })).toMatchObject({
      status: 'retry',
      callId: 'c1',
      text: expect.stringMatching(/^Unknown tool name: 'desk_ad'\. Did you mean 'desk_add'\?/),
    });
    expect([run.counts.unknownNames, run.counts.calls]).toEqual([1, 0]);
  });

  it.each([[undefined], [null], ['desk_add'], [{}]])(
    'rejects %p, which is not a call, for the developer',
    (request) => {
      expect(() => find(runOf(), request as unknown as ToolCall)).toThrow(
        expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }),
      );
    },
  );
});
