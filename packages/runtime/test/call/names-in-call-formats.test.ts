import { describe, expect, it } from '@jest/globals';
import { ToolFailed, type RunContext, type ToolCall } from '@haft/core';
import {
  compose,
  createRuntime,
  defineTool,
  toolset,
  type AnyToolset,
  type RunEvent,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

/* Models write parts of a call format around the names of tools. */

const text = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
};
const tool = (name: string, more: object = {}) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    parameters: text as never,
    execute: (args) => (args as { text: string }).text,
    ...more,
  });
const tools = [
  tool('order_search', { hints: { readOnly: true } }),
  tool('bash'),
  tool('delete_all', { settings: { approvals: [true] } }),
  tool('fails', {
    execute: () => {
      throw new ToolFailed('No.');
    },
  }),
  tool('program', {
    execute: async (args: { text: string }, run: RunContext) =>
      (await run.calls.call({ name: args.text, arguments: { text: 'x' } })).text,
  }),
];

function start(options: RuntimeOptions = {}, toolsets: readonly AnyToolset[] = [toolset('desk', tools)]) {
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent) => events.push(event);
  const run = createRuntime({
    toolsets,
    ...options,
    observe: { logger: quietLogger(), onEvent, ...options.observe },
  }).startRun();
  const call = (name: string, args: unknown = { text: 'a' }) =>
    run.call({ id: 'c1', name, arguments: args } as ToolCall);
  return { run, call, events };
}

describe('a name with parts of a call format', () => {
  it.each([
    'functions.order_search',
    'default_api:order_search',
    'default_api.order_search',
    'tool:order_search',
    'tools/order_search',
    'mcp__shop__order_search',
    'mcp__order_search',
    'functions.order_search:0',
    'order_search:12',
    'order_search<|channel|>commentary',
    'functions.order_search<|channel|>json',
    'assistant<|channel|>functions.order_search',
    '<|tool_call_begin|>functions.order_search:3',
    'order_search<|',
    'order_search()',
    'default_api.order_search({})',
    '`order_search`',
    '"order_search",',
    '"functions.order_search",',
    ' order_search\n',
    '\ufefforder_search',
  ])('%s calls the only tool that remains, and the change is recorded [ARG-9]', async (name) => {
    const { call, run, events } = start();
    const outcome = await call(name);
    expect(outcome).toMatchObject({ status: 'success', tool: 'order_search', callId: 'c1', text: 'a' });
    const repair = { path: [], kind: 'name', from: JSON.stringify(name), to: '"order_search"' };
    expect(outcome.repairs).toEqual([repair]);
    expect(events).toMatchObject([{ type: 'repaired', tool: 'order_search', repairs: [repair] }]);
    const [inBatch] = await run.callAll([{ name, arguments: { text: 'b' } }]);
    expect(inBatch).toMatchObject({ status: 'success', text: 'b', repairs: [repair] });
  });

  it.each<string>([
    'functions.x',
    'functions.order_search.x',
    'a.order_search.bash.c',
    'functions.',
    '.',
    '__',
    'order_search<|channel|>bash',
    'order_search({"id":1})',
    'order_search("bash")',
    'order_search(id=desk.bash)',
    'order_search:12345',
    '<|'.repeat(50_000),
    '"'.repeat(99_999),
    'a'.repeat(99_999),
  ])('%.30s is unknown if no tool remains', async (name) => {
    expect(await start().call(name)).toMatchObject({ status: 'retry', unknownTool: true });
  });

  it('is unknown if two tools remain', async () => {
    const { call } = start({}, [toolset('desk', [tool('search'), tool('web__search')])]);
    expect(await call('mcp__web__search')).toMatchObject({ status: 'retry', unknownTool: true });
  });

  it('needs the approval of the tool, and counts for its budget', async () => {
    const { call, run } = start();
    expect(await call('functions.delete_all')).toMatchObject({ status: 'deferred', request: { tool: 'delete_all' } });
    expect(await run.waitsFor({ name: 'functions.delete_all', arguments: { text: 'a' } })).toMatchObject({
      kind: 'approval',
    });
    for (let i = 0; i < 2; i++) await call('functions.bash', {});
    expect(await call('bash', {})).toMatchObject({ status: 'failed', exhausted: true });
  });

  it('is told to a model that must try again', async () => {
    expect((await start().call('tool:bash', {})).text).toBe(
      [
        "Unknown tool name: 'tool:bash'. Did you mean 'bash'?",
        '',
        "Tool call validation failed for tool 'bash':",
        '- text: expected a string, received nothing',
        '',
        'Fix the errors and try again.',
      ].join('\n'),
    );
  });

  it('keeps the error of the tool for the host', async () => {
    const outcome = await start().call('functions.fails');
    expect(outcome).toMatchObject({ status: 'failed', text: 'No.', repairs: [{ kind: 'name' }] });
    expect((outcome as { cause?: unknown }).cause).toBeInstanceOf(ToolFailed);
  });

  it('is only a hint where nothing may be repaired, or only calls of tools that read', async () => {
    const { call } = start({ limits: { arguments: { repair: 'never' } } });
    expect(await call('functions.bash')).toMatchObject({
      status: 'retry',
      text: expect.stringContaining("mean 'bash'?"),
    });
    expect(await call('functions.order_search')).toMatchObject({ status: 'retry', unknownTool: true });
    const careful = start({ limits: { arguments: { repair: 'readOnlyTools' } } });
    expect(await careful.call('functions.order_search')).toMatchObject({ status: 'success' });
    expect(await careful.call('functions.bash')).toMatchObject({ status: 'retry', unknownTool: true });
  });

  it('is only a hint inside of a program, which may forbid tools by their names', async () => {
    const { text: told } = await start().call('program', { text: 'functions.bash' });
    expect(told).toContain("Unknown tool name: 'functions.bash'. Did you mean 'bash'?");
  });

  it('never calls or names a hidden tool', async () => {
    const hidden = compose(toolset('attic', [tool('secret')])).deferLoading();
    const { call } = start({}, [toolset('desk', [tool('bash')]), hidden]);
    const { status, text: told } = await call('functions.secret');
    expect(status).toBe('retry');
    expect(told).not.toMatch(/mean|'secret'/);
  });
});
