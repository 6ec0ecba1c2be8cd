import { describe, expect, it } from '@jest/globals';
import { ModelRetry, ToolFailed, type RunContext, type ToolOutcome } from '@haft/core';
import {
  createRuntime,
  defineTool,
  describeMadeCalls,
  runContextOf,
  toolset,
  type DefinedTool,
  type Run,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

function tool(name: string, execute: (run: RunContext) => unknown, own: object = {}): DefinedTool {
  const facts = { name, description: name, parameters: NO_ARGUMENTS };
  return defineTool({ ...facts, execute: (_args: object, run: RunContext) => execute(run), ...own } as never) as never;
}

const EFFECT = { settings: { effect: {} } };
const HANGS = (): Promise<never> =>
  new Promise(() => {
    // Only a deadline or a cancellation ends it.
  });

/** A run with `pay`, and with `series`, which calls other tools. */
function open(series: (run: RunContext) => unknown, own: { readonly timeoutMs?: number } = {}): Run {
  const tools = [
    tool('pay', () => 'paid', EFFECT),
    tool('pay_slowly', HANGS, EFFECT),
    tool('pay_briefly', HANGS, { settings: { effect: {}, timeoutMs: 20 } }),
    tool('pay_wrongly', () => {
      throw new ToolFailed('The account is closed.');
    }),
    tool('look', () => 'seen', { hints: { readOnly: true } }),
    tool('series', series, { settings: { ...(own.timeoutMs !== undefined && { timeoutMs: own.timeoutMs }) } }),
    tool('outer', async (run) => {
      const { text } = await run.calls.call({ name: 'series', arguments: {} });
      throw new ToolFailed(`Failed: ${text.slice(0, 5)}`);
    }),
  ];
  return createRuntime({
    toolsets: toolset('bank', tools),
    limits: own,
    observe: { logger: quietLogger() },
  }).startRun({ id: 'r' });
}

const inside = (run: RunContext, name: string): Promise<ToolOutcome> => run.calls.call({ name, arguments: {} });
const series = (run: Run, name = 'series'): Promise<ToolOutcome> => run.call({ id: 'c1', name, arguments: {} });

const MADE = /These calls were made: pay c_[0-9a-f]{8}: done\. Do not repeat them\.$/;

describe('the outcome of a call that made calls with effects', () => {
  it.each([
    ['throws an error', () => new TypeError('x is not a function'), 'failed'],
    ['fails', () => new ToolFailed('The program is wrong.'), 'failed'],
    ['asks the model to call it again', () => new ModelRetry('Change the program.'), 'retry'],
  ] as const)('names them if it %s', async (_what, error, status) => {
    const run = open(async (context) => {
      for (const name of ['look', 'pay', 'pay_wrongly']) await inside(context, name);
      throw error();
    });
    const outcome = await series(run);
    expect(outcome.status).toBe(status);
    expect(outcome.text).toMatch(MADE);
  });

  it('keeps the error of the tool as its cause', async () => {
    const error = new ToolFailed('The program is wrong.');
    const run = open(async (context) => {
      await inside(context, 'pay');
      throw error;
    });
    expect((await series(run)) as { readonly cause?: unknown }).toHaveProperty('cause', error);
  });

  it('names them if its time is over, with those whose effect is not known', async () => {
    const run = open(
      async (context) => {
        await inside(context, 'pay');
        await inside(context, 'pay_slowly');
      },
      { timeoutMs: 50 },
    );
    expect((await series(run)).text).toMatch(
      /^Timed out after 0\.05 seconds\. These calls were made: pay c_[0-9a-f]{8}: done, pay_slowly c_[0-9a-f]{8}: unknown\. Do not repeat them\.$/,
    );
  });

  it('names those that ended without a known effect', async () => {
    const run = open(async (context) => {
      await inside(context, 'pay_briefly');
      throw new ToolFailed('The program is wrong.');
    });
    expect((await series(run)).text).toMatch(/ These calls were made: pay_briefly c_[0-9a-f]{8}: unknown\./);
  });

  it('names them if its run is cancelled', async () => {
    let run: Run | undefined = undefined;
    run = open(async (context) => {
      await inside(context, 'pay');
      setImmediate(() => run?.cancel());
      await HANGS();
    });
    const outcome = await series(run);
    expect(outcome.status).toBe('interrupted');
    expect(outcome.text).toMatch(MADE);
  });

  it('names those of the calls inside it, too', async () => {
    const run = open(async (context) => {
      await inside(context, 'pay');
      throw new ToolFailed('The program is wrong.');
    });
    expect((await series(run, 'outer')).text).toMatch(
      /^Failed: The p These calls were made: pay c_[0-9a-f]{8}: done\./,
    );
  });

  it('names none after a success, or without effects', async () => {
    const succeeds = open(async (context) => (await inside(context, 'pay')).text);
    expect((await series(succeeds)).text).toBe('paid');
    const reads = open(async (context) => {
      for (const name of ['look', 'pay_wrongly']) await inside(context, name);
      throw new ToolFailed('The program is wrong.');
    });
    expect((await series(reads)).text).toBe('The program is wrong.');
  });

  it('names at most 20', async () => {
    const run = open(async (context) => {
      for (let count = 0; count < 25; count++) await inside(context, 'pay');
      throw new ToolFailed('The program is wrong.');
    });
    expect((await series(run)).text).toMatch(/(pay c_[0-9a-f]{8}: done, ){19}pay c_[0-9a-f]{8}: done and 5 more\./);
  });
});

it('a tool can tell the calls that it made, and other contexts tell of none', async () => {
  const texts: unknown[] = [];
  const run = open(async (context) => {
    texts.push(describeMadeCalls(context));
    await context.calls.call({ name: 'pay', arguments: {} });
    texts.push(describeMadeCalls(context), describeMadeCalls(runContextOf(context)));
  });
  await run.call({ name: 'series', arguments: {} });
  const made = expect.stringMatching(/^These calls were made: pay c_[0-9a-f]{8}: done\. Do not repeat them\.$/);
  expect(texts).toEqual([undefined, made, undefined]);
  for (const other of [{}, null, undefined, 5]) expect(describeMadeCalls(other as never)).toBeUndefined();
});
