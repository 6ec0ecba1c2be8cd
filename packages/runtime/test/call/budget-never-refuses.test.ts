import { beforeEach, describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { ModelRetry, type RunContext, type ToolCall, type ToolOutcome } from '@haft/core';
import { createRuntime, defineTool, toolset, type Run } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

/* A used-up budget says when to stop. It rejects no call that would succeed. */

let executions: number;
/** The files that exist. */
let files: Set<string>;
beforeEach(() => {
  executions = 0;
  files = new Set(['a', 'b']);
});

const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } as const;
const read = defineTool({
  name: 'read',
  description: 'Reads a file.',
  aliases: ['cat'],
  parameters: path,
  execute: (args) => {
    const { path: name } = args as { path: string };
    executions++;
    if (!files.has(name)) throw new ModelRetry(`There is no ${name}.`);
    return `text of ${name}`;
  },
});
const write = defineTool({
  name: 'write',
  description: 'Writes a file.',
  parameters: path,
  execute: (args) => void files.add((args as { path: string }).path),
});
/** Makes calls that share the budget of the model, or have another. */
const program = defineTool({
  name: 'program',
  description: 'Makes calls.',
  parameters: {
    type: 'object',
    properties: { paths: { type: 'array', items: { type: 'string' } }, own: { type: 'boolean' } },
    required: ['paths', 'own'],
  },
  execute: async (args, run: RunContext) => {
    const { paths, own } = args as { paths: string[]; own: boolean };
    const calls = paths.map((one) => ({ name: 'read', arguments: { path: one } }));
    const outcomes = [];
    for (const call of calls) outcomes.push(await run.calls.call(call, own ? { budget: 'own' } : {}));
    return outcomes.map(({ status }) => status);
  },
});

const start = (): Run => {
  const toolsets = toolset('desk', [read, write, program]);
  return createRuntime({ toolsets, observe: { logger: quietLogger() } }).startRun() as Run;
};
const readOf = (name: string): ToolCall => ({ name: 'read', arguments: JSON.stringify({ path: name }) });
const fail = async (run: Run, times = 3): Promise<ToolOutcome[]> => {
  const outcomes = [];
  for (let i = 0; i < times; i++) outcomes.push(await run.call(readOf(`missing ${i}`)));
  return outcomes;
};

describe('after the budget of a tool is used up', () => {
  it('executes a call with other arguments, and a success starts the budget again [RET-3, RET-5]', async () => {
    const run = start();
    expect((await fail(run)).map(({ status }) => status)).toEqual(['retry', 'retry', 'failed']);
    expect(await run.call(readOf('a'))).toMatchObject({ status: 'success', value: 'text of a' });
    expect((await fail(run)).map(({ status }) => status)).toEqual(['retry', 'retry', 'failed']);
  });

  it('tells the model of each further failure that it should stop [RET-5]', async () => {
    const run = start();
    const outcomes = await fail(run, 4);
    expect(outcomes[3]).toMatchObject({
      status: 'failed',
      reason: 'exhausted',
      exhausted: true,
      text: "Tool 'read' failed 4 times. Send other arguments or stop. Last problem: There is no missing 3.",
    });
  });

  it.each<[string, unknown]>([
    ['the same text', '{"path":"missing 1"}'],
    ['an object', { path: 'missing 2' }],
  ])('answers %s as a failed call without executing it [RET-5]', async (_form, args) => {
    const run = start();
    await fail(run, 2);
    await run.call({ name: 'read', arguments: { path: 'missing 2' } });
    const before = executions;
    const again = await run.call({ name: 'cat', arguments: args });
    expect(again).toMatchObject({
      status: 'failed',
      exhausted: true,
      text: expect.stringContaining('There is no missing'),
    });
    expect(executions).toBe(before);
    expect(await run.callAll([{ name: 'read', arguments: args }])).toMatchObject([
      { status: 'failed', exhausted: true },
    ]);
    expect(executions).toBe(before);
  });

  it('executes an equal call after another call has ended, which may have made the file [RET-5]', async () => {
    const run = start();
    await fail(run);
    await run.call('write', { path: 'missing 1' });
    expect(await run.call(readOf('missing 1'))).toMatchObject({ status: 'success' });
  });

  it('executes an equal call that follows a write in the same message [RET-5]', async () => {
    const run = start();
    await fail(run);
    const calls = [{ name: 'write', arguments: { path: 'missing 1' } }, readOf('missing 1')];
    expect(await run.callAll(calls)).toMatchObject([{ status: 'success' }, { status: 'success' }]);
  });

  it('accepts complete arguments that equal truncated ones [RET-5]', async () => {
    const run = start();
    for (let i = 0; i < 4; i++) await run.call({ ...readOf('a'), truncated: true });
    expect(await run.call(readOf('a'))).toMatchObject({ status: 'success' });
  });

  it('does not hold arguments that the host changes later for equal [RET-5]', async () => {
    const run = start();
    const args = { path: 'missing' };
    for (let i = 0; i < 3; i++) await run.call({ name: 'read', arguments: args });
    args.path = 'a';
    expect(await run.call({ name: 'read', arguments: args })).toMatchObject({ status: 'success' });
  });

  it.each([true, false])('executes calls of a program, with a separate budget: %s [RET-5]', async (own) => {
    const run = start();
    const paths = ['x', 'y', 'z', 'a', 'x', 'y', 'z', 'w', 'b'];
    const { value } = (await run.call('program', { paths, own })) as { value: string[] };
    expect(paths.filter((_path, i) => value[i] === 'success')).toEqual(['a', 'b']);
  });
});

test('a success starts the budget of unknown names again [RET-7]', async () => {
  const run = start();
  const unknown = async () => (await run.call({ name: 'xyz', arguments: {} })).status;
  const before = [await unknown(), await unknown()];
  await run.call(readOf('a'));
  expect([...before, await unknown(), await unknown(), await unknown()]).toEqual([
    ...['retry', 'retry'],
    ...['retry', 'retry', 'failed'],
  ]);
});

test('a call that succeeds alone succeeds after any other calls [RET-5]', async () => {
  const args = fc.constantFrom<unknown>(
    ...['{"path":"a"}', '{"path":"b"}', { path: 'a' }, { path: 'b' }, '{"path":"x"}', { path: 'y' }],
    ...['{"path":', '{"path":5}', {}, '{"pth":"a"}', 'nonsense'],
  );
  const call = fc.record({ name: fc.constantFrom('read', 'cat', 'reed'), arguments: args });
  const message = fc.array(call, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 12 }), async (messages) => {
      const run = start();
      for (const calls of messages) {
        const outcomes = calls.length === 1 ? [await run.call(calls[0] as ToolCall)] : await run.callAll(calls);
        for (const [i, one] of calls.entries()) {
          const alone = await start().call(one);
          expect(outcomes[i]?.status === 'success').toBe(alone.status === 'success');
        }
      }
    }),
    { numRuns: 60 },
  );
});
