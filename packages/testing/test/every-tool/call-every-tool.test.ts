import { describe, expect, it } from '@jest/globals';
import { ModelRetry, ToolFailed } from '@haft/core';
import { createRuntime, defineTool, denyWith, toolset } from '@haft/runtime';
import type { JsonSchemaObject } from '@haft/schema';
import { callEveryTool, callEveryToolWrongly, override, TestFailure } from '../../src/index.js';
import { office } from '../support/errands.js';
import { Clock, fakeStore, notes, NoteStore } from '../support/notes-toolset.js';
import { SCHEMAS } from '../support/schemas.js';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const runtimeOf = (name: string, parameters: JsonSchemaObject, execute: (args: never) => unknown) =>
  createRuntime({
    toolsets: toolset('set', [defineTool({ name, description: `Does ${name}.`, parameters, execute })]),
    observe: { logger: quiet },
  });
const text: JsonSchemaObject = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
};

describe('callEveryTool', () => {
  it('executes every tool with valid arguments, and reports the outcomes [TEST-1]', async () => {
    const store = fakeStore();
    await using runtime = createRuntime({
      toolsets: notes,
      provide: [override(Clock, { now: () => 'noon' }), override(NoteStore, store)],
    });
    const report = await callEveryTool(runtime, { runs: 10, tools: ({ name }) => name !== 'note_find' });
    expect(report).toMatchObject({
      problems: [],
      tools: [
        { tool: 'note_add', calls: 10, statuses: { success: 10 } },
        { tool: 'note_publish', calls: 10, statuses: { deferred: 10 } },
        { tool: 'note_close', calls: 10, statuses: { success: 10 } },
      ],
    });
    expect(store.saved).toHaveLength(10);
  });

  it('every form of schema is executed with valid arguments, as they are', async () => {
    const tools = SCHEMAS.map(([title, parameters], index) =>
      defineTool({ name: `tool_${index}`, description: title, parameters, execute: () => 'ok' }),
    );
    await using runtime = createRuntime({ toolsets: toolset('all', tools) });
    const { tools: reports } = await callEveryTool(runtime, { runs: 8 });
    expect(reports.map(({ statuses }) => statuses)).toEqual(SCHEMAS.map(() => ({ success: 8 })));
  });

  it('reports a tool that enforces more than its schema, but not one that rejects a call on purpose', async () => {
    const strict = defineTool({
      name: 'strict',
      description: 'Strict.',
      parameters: text,
      execute: () => {
        throw new ModelRetry('Not now.');
      },
    });
    const failing = defineTool({
      name: 'failing',
      description: 'Fails.',
      parameters: text,
      execute: () => {
        throw new ToolFailed('Down.');
      },
    });
    await using runtime = createRuntime({ toolsets: toolset('set', [strict, failing]) });
    const report = await callEveryTool(runtime, { runs: 3 });
    expect(report.tools.map(({ statuses }) => statuses)).toEqual([{ retry: 3 }, { failed: 3 }]);
  });

  it('reports unexpected errors and results of another form', async () => {
    await using crashing = runtimeOf('crash', text, () => {
      throw new TypeError('oh');
    });
    await expect(callEveryTool(crashing, { runs: 7 })).rejects.toThrow(
      expect.objectContaining({
        name: 'TestFailure',
        message: expect.stringMatching(
          /^7 of the calls came to what they should not:\ncrash \{"text":.*\}\n {2}The tool threw an error that is neither a ModelRetry nor a ToolFailed\.\n {2}TypeError: oh\n {2}failed: [^]*\nand 2 more$/,
        ),
      }),
    );
    const report = await callEveryTool(crashing, { runs: 7, onProblem: 'report' });
    expect(report.problems).toHaveLength(7);
    expect(report.problems[0]).toMatchObject({
      tool: 'crash',
      error: new TypeError('oh'),
      outcome: { status: 'failed', reason: 'exception' },
    });
  });

  it('the same seed sends the same arguments, another one others', async () => {
    const sent: unknown[] = [];
    await using runtime = runtimeOf('keep', text, (args) => sent.push(args));
    await callEveryTool(runtime, { runs: 5 });
    await callEveryTool(runtime, { runs: 5 });
    await callEveryTool(runtime, { runs: 5, seed: 2 });
    expect(sent.slice(0, 5)).toEqual(sent.slice(5, 10));
    expect(sent.slice(0, 5)).not.toEqual(sent.slice(10));
  });

  it('does not report a call whose inner calls wait as a problem', async () => {
    await using runtime = createRuntime({ toolsets: office });
    const { tools, problems } = await callEveryTool(runtime, { runs: 5 });
    expect(problems).toEqual([]);
    expect(tools).toMatchObject([
      { tool: 'pay', statuses: { deferred: 5 } },
      { tool: 'errands', statuses: { deferred: 5 } },
    ]);
  });

  it('fails when there is nothing to call', async () => {
    await using runtime = runtimeOf('keep', text, () => 'ok');
    await expect(callEveryTool(runtime, { tools: () => false })).rejects.toThrow(TestFailure);
  });
});

describe('callEveryToolWrongly', () => {
  it('every form of schema: each call comes back with its problems, and nothing is executed [TEST-1]', async () => {
    let executed = 0;
    const tools = SCHEMAS.map(([title, parameters], index) =>
      defineTool({ name: `tool_${index}`, description: title, parameters, execute: () => ++executed }),
    );
    await using runtime = createRuntime({ toolsets: toolset('all', tools) });
    const { tools: reports } = await callEveryToolWrongly(runtime, { runs: 8 });
    expect(executed).toBe(0);
    for (const { statuses, calls } of reports) expect(statuses).toEqual({ retry: calls });
    expect(reports.filter(({ calls }) => calls === 8).length).toBeGreaterThan(SCHEMAS.length * 0.9);
  });

  it('reflected tools too, whatever else governs them', async () => {
    const store = fakeStore();
    await using runtime = createRuntime({
      toolsets: notes,
      provide: [override(Clock, { now: () => 'noon' }), override(NoteStore, store)],
    });
    const report = await callEveryToolWrongly(runtime);
    expect(report.tools.map(({ tool, statuses }) => [tool, statuses])).toEqual([
      ['note_add', { retry: 20 }],
      ['note_find', { retry: 20 }],
      ['note_publish', { retry: 20 }],
      ['note_close', { retry: 20 }],
    ]);
    expect(store.saved).toEqual([]);
  });

  it('an answer that is not about the arguments is a problem', async () => {
    await using runtime = createRuntime({
      toolsets: toolset('set', [
        defineTool({ name: 'keep', description: 'Keeps.', parameters: text, execute: () => 'ok' }),
      ]),
      interceptors: [{ around: 'call', intercept: async (call) => denyWith(call, 'No.') }],
    });
    await expect(callEveryToolWrongly(runtime, { runs: 2 })).rejects.toThrow(
      'The schema rejects these arguments, but the call was not rejected for them.',
    );
  });
});
