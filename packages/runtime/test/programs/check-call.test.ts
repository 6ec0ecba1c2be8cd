import type { CallCheck, CheckOptions, RunContext, ToolCall } from '@haft/core';
import { createRuntime, defineTool, toolset } from '../../src/index.js';
import { open } from './office.js';

/** Returns what `run.check` says inside a call. */
async function checked(call: ToolCall, options?: CheckOptions, start: object = {}): Promise<CallCheck> {
  const { run, toolset } = open({ deps: { play: (one: RunContext) => one.calls.check(call, options) }, ...start });
  const outcome = await run.call('play', {});
  expect(toolset.done).toEqual([]);
  const { calls, unknownNames, tools } = run.pending().counters;
  expect({
    calls,
    unknownNames,
    ofTool: tools[call.name]?.calls ?? 0,
    failures: tools[call.name]?.failures ?? 0,
  }).toEqual({
    calls: 1,
    unknownNames: 0,
    ofTool: 0,
    failures: 0,
  });
  if (outcome.status !== 'success') throw new Error(outcome.text);
  return outcome.value as CallCheck;
}

const fits = { status: 'fits', text: '', issues: [] };

describe('run.check [PLAN-2]', () => {
  test('says that a call fits, and makes none', async () => {
    expect(await checked({ name: 'look', arguments: { what: 'a' } })).toEqual({ ...fits, tool: 'look' });
  });

  test('gives text and issues of invalid arguments', async () => {
    expect(await checked({ name: 'look', arguments: { wat: 'a' } })).toMatchObject({
      status: 'refused',
      text: expect.stringContaining('Fix the errors and try again.'),
      issues: [{ path: ['what'] }, { path: ['wat'], suggestion: 'what' }],
    });
  });

  test('names the tools near an unknown name', async () => {
    expect(await checked({ name: 'loook' })).toMatchObject({
      status: 'refused',
      tool: 'loook',
      text: expect.stringContaining("Did you mean 'look'?"),
    });
  });

  test('says that a limit is reached', async () => {
    expect(await checked({ name: 'look', arguments: { what: 'a' } }, {}, { maxCalls: 1 })).toMatchObject({
      status: 'refused',
      text: expect.stringContaining('Tool call limit reached'),
    });
  });

  test.each([
    ['pay', { amount: 1 }, 'approval'],
    ['lend', { amount: 101 }, 'approval'],
    ['lend', { amount: 100 }, undefined],
    ['ship', { item: 'box' }, 'external'],
    ['ask', { question: 'Why?' }, 'input'],
  ])('says what %s of %j waits for', async (name, args, waitsFor) => {
    expect(await checked({ name, arguments: args })).toEqual({ ...fits, tool: name, waitsFor });
  });
});

describe('run.check with holes [PLAN-2]', () => {
  const hole = { $ref: 'before' };

  test('reports no problem at a hole, or inside it', async () => {
    const holes = [{ path: ['what'] }];
    expect(await checked({ name: 'look', arguments: { what: hole } }, { holes })).toEqual({ ...fits, tool: 'look' });
  });

  test('reports the other problems', async () => {
    const holes = [{ path: ['what'] }];
    expect(await checked({ name: 'look', arguments: { what: hole, more: 1 } }, { holes })).toMatchObject({
      status: 'refused',
      issues: [{ path: ['more'] }],
      text: expect.not.stringContaining('what:'),
    });
  });

  test('reports a hole in the place of a property that does not exist', async () => {
    expect(
      await checked({ name: 'look', arguments: { what: 'a', wat: hole } }, { holes: [{ path: ['wat'] }] }),
    ).toMatchObject({ status: 'refused' });
  });

  test('reports a value that can never be valid at its place', async () => {
    const number = { type: 'integer' } as const;
    expect(
      await checked({ name: 'look', arguments: { what: hole } }, { holes: [{ path: ['what'], schema: number }] }),
    ).toMatchObject({
      status: 'refused',
      issues: [{ path: ['what'], expected: 'a string', received: 'a reference to an integer' }],
    });
  });

  test('leaves a value that may be valid to the call', async () => {
    const either = { type: ['string', 'integer'] } as never;
    const holes = [{ path: ['what'], schema: either }];
    expect(await checked({ name: 'look', arguments: { what: hole } }, { holes })).toMatchObject(fits);
  });

  test('reports a value for an object, although the reference itself is one', async () => {
    const holes = [{ path: ['program'], schema: { type: 'string' } as const }];
    expect(await checked({ name: 'series', arguments: { program: { calls: [] } } }, { holes })).toMatchObject({
      status: 'refused',
      issues: [{ path: ['program'] }],
    });
  });

  test.each([
    ['pay', 'approval'],
    ['lend', 'unknown'],
  ])('says that %s waits for: %s', async (name, waitsFor) => {
    const holes = [{ path: ['amount'] }];
    expect(await checked({ name, arguments: { amount: hole } }, { holes })).toEqual({ ...fits, tool: name, waitsFor });
  });
});

/** Returns the paths of the problems of arguments with holes, each `{ $ref: 'before' }`. */
async function problemsOf(args: object, holes: readonly (readonly (string | number)[])[]): Promise<readonly string[]> {
  const order = defineTool({
    name: 'order',
    description: 'Orders.',
    parameters: {
      type: 'object',
      properties: {
        lines: {
          type: 'array',
          minItems: 1,
          maxItems: 2,
          uniqueItems: true,
          items: {
            type: 'object',
            properties: { item: { type: 'string' }, count: { type: 'integer' } },
            required: ['item'],
            additionalProperties: false,
          },
        },
        labels: { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, maxProperties: 1 },
        note: { type: 'string' },
      },
      additionalProperties: false,
    },
    execute: () => 'ordered',
  });
  const check = defineTool({
    name: 'check',
    description: 'Checks.',
    parameters: { type: 'object', properties: {} },
    execute: async (_args: object, run: RunContext) => {
      const options = { holes: holes.map((path) => ({ path })) };
      const { status, issues } = await run.calls.check({ name: 'order', arguments: args }, options);
      return [status, ...issues.map(({ path, rule }) => `${path.join('.')}: ${rule}`)];
    },
  });
  const run = createRuntime({ toolsets: toolset('shop', [order, check]) }).startRun();
  const outcome = await run.call({ name: 'check', arguments: {} });
  return outcome.status === 'success' ? (outcome.value as readonly string[]) : [outcome.text];
}

describe('run.check with holes inside of lists and objects [PLAN-2]', () => {
  const hole = { $ref: 'before' };

  test.each<readonly [what: string, args: object, holes: readonly (readonly (string | number)[])[], found: unknown]>([
    ['a hole of an item', { lines: [hole] }, [['lines', 0]], ['fits']],
    ['a value inside a hole', { lines: [{ item: hole, count: 1 }] }, [['lines', 0, 'item']], ['fits']],
    ['the place beside a hole', { note: hole, lines: [1] }, [['note']], ['refused', 'lines.0: type']],
    ['another item', { lines: [hole, 1] }, [['lines', 0]], ['refused', 'lines.1: type']],
    [
      'a list around a hole that is too long',
      { lines: [hole, 1, 2] },
      [['lines', 0]],
      expect.arrayContaining(['lines: maxItems']),
    ],
    [
      'a name that is missing beside a hole',
      { lines: [{ count: hole }] },
      [['lines', 0, 'count']],
      ['refused', 'lines.0.item: required'],
    ],
    ['the name of a hole', { labels: { A1: hole } }, [['labels', 'A1']], ['refused', expect.stringMatching(/^labels/)]],
    [
      'an object with too many names',
      { labels: { a: hole, b: 1 } },
      [['labels', 'a']],
      ['refused', 'labels: maxProperties'],
    ],
    ['a hole under an unknown name', { more: hole }, [['more']], ['refused', 'more: additionalProperties']],
    [
      'two holes that may differ',
      { lines: [hole, hole] },
      [
        ['lines', 0],
        ['lines', 1],
      ],
      ['fits'],
    ],
  ])('reports only what no hole causes, for %s', async (_what, args, holes, found) => {
    expect(await problemsOf(args, holes)).toEqual(found);
  });
});
