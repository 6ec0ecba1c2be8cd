import { describe, expect, it } from '@jest/globals';
import { ApprovalRequired, CallDeferred, type Interceptor } from '@haft/core';
import { createRuntime, defineTool, toolset, type RunEvent, type RuntimeOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

const itself: Record<string, unknown> = {};
itself['again'] = itself;
const deep = Array.from({ length: 100_000 }).reduce<object>((inside) => ({ inside }), {});
const throwing = {
  get secret(): never {
    throw new Error('of a getter');
  },
};

function start(asked: unknown, options: RuntimeOptions = {}) {
  const events: RunEvent[] = [];
  const ask = defineTool({
    name: 'ask',
    description: 'Asks first.',
    parameters: { type: 'object' },
    execute: () => {
      throw asked as Error;
    },
  });
  const toolsets = toolset('desk', [ask]);
  const runtime = createRuntime({
    toolsets,
    ...options,
    observe: { logger: quietLogger(), onEvent: (one) => events.push(one), ...options.observe },
  });
  return { run: runtime.startRun(), events };
}

describe.each([
  ['ApprovalRequired', ApprovalRequired],
  ['CallDeferred', CallDeferred],
])('the metadata of %s', (_name, Asked) => {
  it('are written like a result', async () => {
    const metadata = { at: new Date(0), total: 7n, tags: new Set(['a']), link: new URL('https://x.test/'), f: () => 1 };
    expect(await start(new Asked(metadata)).run.call({ name: 'ask' })).toMatchObject({
      status: 'deferred',
      request: { metadata: { at: '1970-01-01T00:00:00.000Z', total: '7', tags: ['a'], link: 'https://x.test/' } },
    });
  });

  it.each([
    ['contain themselves', itself],
    ['are deeper than anybody can write', deep],
    ['have a getter that throws', throwing],
    ['hold what has no form', { waiting: Promise.resolve() }],
    ['are a text', 'please'],
    ['are a list', ['please']],
    ['are nothing', null],
    ['are more than a person reads', { document: 'x'.repeat(32_000) }],
  ])('that %s fail the call as an unexpected exception does, and the developer is told why', async (_how, metadata) => {
    const { run, events } = start(new Asked(metadata as never));
    const outcome = await run.call({ name: 'ask' });
    expect(outcome).toMatchObject({ status: 'failed', reason: 'exception' });
    expect(outcome.text).toMatch(/^The tool failed unexpectedly \(error id [^)]+\)\. Do not repeat/);
    expect(events).toMatchObject([{ type: 'exception', error: { code: 'HAFT_DEFERRAL_METADATA' } }]);
    expect(run.pending().calls).toEqual([]);
  });

  it('from an interceptor follow the same rules', async () => {
    const asking: Interceptor = {
      intercept: () => Promise.reject(new Asked(itself)),
    };
    const { run, events } = start(undefined, { interceptors: [asking] });
    expect(await run.call({ name: 'ask' })).toMatchObject({ status: 'failed', reason: 'exception' });
    expect(events).toMatchObject([{ type: 'exception', error: { code: 'HAFT_DEFERRAL_METADATA' } }]);
  });
});

it('with errors.onUnexpected: throw they reject the call', async () => {
  const { run } = start(new ApprovalRequired(itself), { errors: { onUnexpected: 'throw' } });
  await expect(run.call({ name: 'ask' })).rejects.toMatchObject({ code: 'HAFT_DEFERRAL_METADATA' });
});
