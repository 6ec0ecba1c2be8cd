import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Interceptor, Logger } from '@haft/core';
import { createRuntime, defineTool, redact, toolset, type Run, type RuntimeOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

/*
 * Observers of calls (loggers, listeners, formatters, redactions) never change a call, even if they
 * fail.
 */

const count = defineTool({
  name: 'count',
  description: 'Counts.',
  parameters: { type: 'object', properties: { to: { type: 'integer' } }, required: ['to'] },
  execute: ({ to }: { to: number }, run) => {
    run.report('half');
    run.logger.info('counting');
    if (to < 0) throw new TypeError('broken');
    return `counted to ${to}`;
  },
});
const failing = (): never => {
  throw new Error('of the host');
};
const rejecting = () => Promise.reject(new Error('of the host'));
const asLogger = (write: () => unknown): Logger =>
  ({ debug: write, info: write, warn: write, error: write }) as unknown as Logger;

function start(options: RuntimeOptions): Run {
  return createRuntime({
    toolsets: toolset('counts', [count]),
    ...options,
    observe: { logger: quietLogger(), ...options.observe },
  }).startRun() as Run;
}

const good = { name: 'count', arguments: { to: 3 } };
const bad = { name: 'count', arguments: { to: 'many' } };
const broken = { name: 'count', arguments: { to: -1 } };
const statusesOf = async (run: Run) => {
  const outcomes = [await run.call(good), await run.call(bad), ...(await run.callAll([good, broken, bad]))];
  return outcomes.map(({ status }) => status);
};
const STATUSES = ['success', 'retry', 'success', 'failed', 'retry'];

let emitWarning: jest.SpiedFunction<typeof process.emitWarning>;
beforeEach(() => {
  emitWarning = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined);
});
afterEach(() => {
  emitWarning.mockRestore();
});

describe.each([
  ['throws', failing],
  ['rejects', rejecting],
])('an observer that %s', (_how, fail) => {
  it('as the logger changes no outcome, and is told once as a warning of the process', async () => {
    const run = start({ observe: { logger: asLogger(fail) } });
    expect(await statusesOf(run)).toEqual(STATUSES);
    await new Promise((resolve) => setImmediate(resolve));
    expect(emitWarning.mock.calls.map(([, details]) => details)).toMatchObject([{ code: 'HAFT_LOGGER_FAILED' }]);
    expect(JSON.stringify(emitWarning.mock.calls)).toContain('of the host');
  });

  it('as a listener of events or of progress changes no outcome, and is told to the logger', async () => {
    const logger = quietLogger();
    const run = start({ observe: { onEvent: fail as () => void, logger } });
    expect(await statusesOf(run)).toEqual(STATUSES);
    expect(await run.call(good, { onProgress: fail as () => void })).toMatchObject({ status: 'success' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(new Set(logger.lines)).toContain('A listener of run events threw.');
    expect(new Set(logger.lines)).toContain('A listener of progress threw.');
  });

  it('as the formatter leaves the usual text to the model', async () => {
    const logger = quietLogger();
    const run = start({ errors: { formatter: fail as () => never }, observe: { logger } });
    const usual = await start({}).call(bad);
    expect(await run.call(bad)).toMatchObject({ status: 'retry', text: usual.text });
    await new Promise((resolve) => setImmediate(resolve));
    expect(logger.lines).toContain("The formatter of retry prompts failed for tool 'count'.");
  });

  it.each(['model', 'events'] as const)('as a redaction for %s hides the text', async (reader) => {
    const events: unknown[] = [];
    const run = start({
      interceptors: [redact({ [reader]: fail }) as Interceptor],
      observe: { onEvent: (one) => events.push(one) },
    });
    expect(await statusesOf(run)).toEqual(STATUSES);
    const { text } = await run.call(good);
    expect(text).toBe(reader === 'model' ? '(hidden)' : 'counted to 3');
    expect(JSON.stringify(events)).not.toContain('many');
  });
});

it('a formatter that gives no text is one that failed', async () => {
  const logger = quietLogger();
  const outcome = await start({ errors: { formatter: (() => undefined) as never }, observe: { logger } }).call(bad);
  expect(outcome.text).toContain('- to: expected an integer');
  expect(logger.lines).toEqual(["The formatter of retry prompts failed for tool 'count'."]);
});
