import { beforeEach, expect, it } from '@jest/globals';
import { RunContext } from '@haft/core';
import { createRuntime, decision, defineTool, toolset, type Run } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

/* A tool trusts its arguments: through whatever door they come, its schema was checked before. */

let executed: number;
beforeEach(() => {
  executed = 0;
});

const inner = defineTool({
  name: 'inner',
  description: 'Works.',
  parameters: {
    type: 'object',
    properties: { count: { type: 'integer', minimum: 1 } },
    required: ['count'],
    additionalProperties: false,
  },
  execute: () => ++executed,
});
const guarded = defineTool({
  name: 'guarded',
  description: 'Works, when somebody agrees.',
  parameters: inner.definition.parameters,
  settings: { approvals: [true] },
  execute: () => ++executed,
});
const outer = defineTool({
  name: 'outer',
  description: 'Calls the other one.',
  parameters: { type: 'object' },
  execute: async (_args: object, run: RunContext) => {
    const one = await run.calls.call({ name: 'inner', arguments: wrong });
    const [other] = await run.calls.callAll([{ name: 'inner', arguments: wrong }]);
    return `inner: ${one.status}, ${other?.status}`;
  },
} as never);

const wrong = { count: 0 };
const right = { count: 1 };
const start = (): Run =>
  createRuntime({ toolsets: toolset('desk', [inner, guarded, outer]), observe: { logger: quietLogger() } }).startRun();

const doors: Readonly<Record<string, (run: Run) => Promise<unknown>>> = {
  'run.call with text': (run) => run.call({ name: 'inner', arguments: '{"count":0}' }),
  'run.call with an object': (run) => run.call({ name: 'inner', arguments: wrong }),
  'the typed run.call': (run) => run.call('inner', wrong),
  'run.call with options': (run) => run.call({ name: 'inner', arguments: wrong }, { onProgress: () => undefined }),
  'run.callAll': async (run) => (await run.callAll([{ name: 'inner', arguments: wrong }]))[0],
};

it.each(Object.entries(doors))('%s checks the schema first [VAL-1]', async (_door, call) => {
  expect(await call(start())).toMatchObject({ status: 'retry', issues: [{ path: ['count'], rule: 'minimum' }] });
  expect(executed).toBe(0);
});

it('run.call and run.callAll inside a call check the schema first [VAL-1]', async () => {
  expect(await start().call({ name: 'outer' })).toMatchObject({ text: 'inner: retry, retry' });
  expect(executed).toBe(0);
});

it('an approval with other arguments checks the schema first [VAL-1, HITL-4]', async () => {
  const run = start();
  await run.call({ name: 'guarded', arguments: right });
  const [request] = run.pending().requests;
  const decisions = { [request?.id ?? '']: decision.approve({ arguments: wrong }) };
  await expect(run.resume(decisions)).rejects.toMatchObject({ code: 'HAFT_INVALID_DECISION' });
  expect(executed).toBe(0);
});

it('a pending run that was written by hand is checked again before it continues [VAL-1]', async () => {
  const run = start();
  await run.call({ name: 'guarded', arguments: right });
  const text = JSON.stringify(run.pending()).replaceAll('"count":1', '"count":0');
  const pending = JSON.parse(text) as ReturnType<typeof run.pending>;
  const runtime = createRuntime({ toolsets: toolset('desk', [inner, guarded]), observe: { logger: quietLogger() } });
  const { outcomes } = await runtime.resumeRun(pending, { [pending.requests[0]?.id ?? '']: true });
  expect(outcomes).not.toMatchObject([{ status: 'success' }]);
  expect(executed).toBe(0);
});
