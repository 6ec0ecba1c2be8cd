import type { Issue } from '@haft/schema';
import { callReport, type RecordedCall } from '../../src/report/index.js';

const OK: RecordedCall = { at: 0, ms: 1, runId: 'r', callId: 'c', tool: 'book', status: 'success', tokens: 10 };

/** Returns calls that differ in their ids. */
function calls(count: number, facts: Partial<RecordedCall> = {}): RecordedCall[] {
  return Array.from({ length: count }, (_, index) => ({ ...OK, callId: `c${index}`, runId: `r${index}`, ...facts }));
}

function wrong(...issues: Partial<Issue>[]): Partial<RecordedCall> {
  const usual = { path: ['priority'], rule: 'enum', expected: '"low" or "high"', received: '"urgent"' };
  return { status: 'retry', issues: issues.map((one) => ({ ...usual, ...one })) };
}

const textsOf = (recorded: RecordedCall[]): string[] => callReport(recorded).suggestions.map(({ text }) => text);

describe('the report of recorded calls [OBS-6]', () => {
  test('counts calls, retries, failures, denials, cut results, repairs and tokens', () => {
    const repairs = [
      { path: ['n'], kind: 'coercion', from: '"5"', to: '5' },
      { path: ['m'], kind: 'coercion', from: '"6"', to: '6' },
    ] as const;
    const { tools, ...whole } = callReport([
      ...calls(5),
      ...calls(2, wrong({})),
      ...calls(1, { ...wrong({}), status: 'failed', reason: 'exhausted' }),
      ...calls(1, { status: 'failed', reason: 'timeout', at: 7 }),
      ...calls(2, { status: 'denied' }),
      ...calls(2, { isCut: true, repairs }),
    ]);
    expect(whole).toMatchObject({ calls: 13, from: 0, to: 7, unknown: [] });
    expect(tools).toMatchObject([
      {
        tool: 'book',
        calls: 13,
        retries: 3,
        retriesOfTool: 0,
        failures: { exhausted: 1, timeout: 1 },
        denied: 2,
        cut: 2,
        repairs: { coercion: 2 },
        tokens: 130,
        mistakes: [{ parameter: 'priority', rule: 'enum', calls: 3, received: [{ value: '"urgent"', calls: 3 }] }],
      },
    ]);
  });

  test('counts a call whose program failed, and a rejected call, as failed', () => {
    const { tools } = callReport([...calls(2, { failure: 'program failed' }), ...calls(1, { status: 'rejected' })]);
    expect(tools).toMatchObject([{ calls: 3, retries: 0, failures: { 'program failed': 2, rejected: 1 } }]);
  });

  test('has the median and the 95th percentile of the times', () => {
    const times = Array.from({ length: 100 }, (_, index) => ({ ...OK, callId: `c${index}`, ms: 100 - index }));
    expect(callReport(times).tools).toMatchObject([{ medianMs: 50, p95Ms: 95 }]);
  });

  test('counts a call that waits and is continued once', () => {
    const waiting = calls(2, { status: 'deferred' });
    expect(callReport([...waiting, { ...waiting[0]!, status: 'success' }]).tools).toMatchObject([{ calls: 2 }]);
  });

  test('sorts the tools by their retries', () => {
    const { tools } = callReport([...calls(9, { tool: 'a' }), ...calls(1, { tool: 'b', ...wrong({}) })]);
    expect(tools.map(({ tool }) => tool)).toEqual(['b', 'a']);
  });

  test('is empty without calls', () => {
    expect(callReport([])).toEqual({ calls: 0, tools: [], unknown: [], suggestions: [] });
  });

  test('reads a hundred thousand calls', () => {
    expect(callReport(calls(100_000)).tools).toMatchObject([{ calls: 100_000 }]);
  });
});

describe('the suggestions of a report [OBS-6]', () => {
  const parameter = (path: Issue['path'], rule: string, more: Partial<Issue> = {}) => wrong({ path, rule, ...more });

  test.each<[string, RecordedCall[], object, string]>([
    [
      'a value that models send',
      [...calls(24), ...calls(7, wrong({}))],
      { kind: 'value', tool: 'book', parameter: 'priority', calls: 7, of: 31 },
      '7 of 31 calls sent `"urgent"` for `priority`: add it as a value, or describe the values.',
    ],
    [
      'an alias for a parameter that Haft finds near',
      [...calls(10), ...calls(4, parameter(['max_results'], 'additionalProperties', { suggestion: 'limit' }))],
      { kind: 'alias', parameter: 'limit', calls: 4, of: 14 },
      '4 of 14 calls sent `max_results`: add it to the aliases of `limit`.',
    ],
    [
      'an alias for the one parameter that the same calls left out',
      calls(3, wrong({ path: ['person'], rule: 'additionalProperties' }, { path: ['owner'], rule: 'required' })),
      { kind: 'alias', parameter: 'owner' },
      '3 of 3 calls sent `person`: add it to the aliases of `owner`.',
    ],
    [
      'a parameter that the tool does not have',
      calls(3, parameter(['colour'], 'additionalProperties')),
      { kind: 'description', parameter: 'colour' },
      '3 of 3 calls sent `colour`, which the tool does not have: add it, or say so.',
    ],
    [
      'a default for a parameter that models leave out',
      [...calls(30), ...calls(3, parameter(['currency'], 'required'))],
      { kind: 'default', parameter: 'currency' },
      '3 of 33 calls left out `currency`: give it a default, or say where its value comes from.',
    ],
    [
      'a higher limit of a parameter',
      calls(3, parameter(['limit'], 'maximum', { expected: 'at most 50', received: '500' })),
      { kind: 'limit', parameter: 'limit' },
      '3 of 3 calls sent `500` for `limit`, expected at most 50: raise the limit, or say it in the description.',
    ],
    [
      'an example of a form, in any item of a list',
      [0, 1, 2].flatMap((at) =>
        calls(1, parameter(['days', at], 'format', { expected: 'a date such as 2026-01-31', received: '"May 1"' })),
      ),
      { kind: 'example', parameter: 'days[]' },
      '3 of 3 calls sent `"May 1"` for `days[]`, expected a date such as 2026-01-31: give an example.',
    ],
    [
      'a description of another rule',
      calls(3, parameter(['to'], 'isKnownUser', { expected: 'a known user', received: '"bob"' })),
      { kind: 'description', parameter: 'to' },
      '3 of 3 calls sent `"bob"` for `to`, expected a known user: say it in the description.',
    ],
    [
      'a description for retries of the tool itself',
      [...calls(10), ...calls(4, { status: 'retry' })],
      { kind: 'description', calls: 4 },
      '4 of 14 calls were sent back by the tool itself: say in the description what must be true before a call.',
    ],
    [
      'a description for denied calls',
      [...calls(3), ...calls(3, { status: 'denied' })],
      { kind: 'description', calls: 3 },
      '3 of 6 calls were denied: say in the description when to call the tool.',
    ],
    [
      'smaller results',
      [...calls(3), ...calls(3, { isCut: true })],
      { kind: 'limit', calls: 3 },
      '3 of 6 calls gave a result that was cut: let the model ask for less, return fewer fields, or raise the limit.',
    ],
    [
      'a longer timeout',
      [...calls(30), ...calls(3, { status: 'failed', reason: 'timeout' })],
      { kind: 'limit', calls: 3 },
      '3 of 33 calls took too long: raise the timeout, or make the tool `@Background()`.',
    ],
    [
      'a higher limit of calls',
      [...calls(30), ...calls(3, { status: 'failed', reason: 'limit' })],
      { kind: 'limit', calls: 3 },
      '3 of 33 calls were refused by a limit: raise it, or offer a tool that does several at once.',
    ],
  ])('are %s, if at least three calls and a share of them show it', (_what, recorded, change, text) => {
    const { suggestions } = callReport(recorded);
    expect(suggestions).toEqual([expect.objectContaining({ tool: 'book', ...change, text })]);
    const showing = recorded.filter(({ status, isCut }) => status !== 'success' || isCut === true);
    expect(textsOf(showing.slice(0, 2))).toEqual([]);
    expect(textsOf([...calls(200), ...recorded])).toEqual([]);
  });

  test('split a tool that has mistakes at many parameters', () => {
    const at = (names: string[]) => calls(3, wrong(...names.map((name) => ({ path: [name], rule: 'required' }))));
    const isSplit = (recorded: RecordedCall[]) => callReport(recorded).suggestions.some(({ kind }) => kind === 'split');
    expect(textsOf(at(['a', 'b', 'c', 'd']))).toContain(
      '3 of 3 calls had mistakes, at 4 parameters: split the tool, or give it fewer and flatter parameters.',
    );
    expect(isSplit(at(['a', 'b', 'c']))).toBe(false);
    expect(isSplit([...calls(20), ...at(['a', 'b', 'c', 'd'])])).toBe(false);
  });

  test('name the tool that runs call after an unknown name', () => {
    const asked = { tool: 'fetch_ticket', isUnknown: true, status: 'retry' } as const;
    const turns = [0, 1, 2].flatMap((run) => [
      { ...OK, runId: `r${run}`, ...asked },
      { ...OK, runId: `r${run}`, callId: 'next' },
    ]);
    expect(callReport(turns)).toMatchObject({
      unknown: [{ name: 'fetch_ticket', calls: 3, meant: 'book' }],
      suggestions: [{ kind: 'alias', tool: 'book', calls: 3 }],
    });
    expect(textsOf(turns)).toEqual([
      '3 calls asked for `fetch_ticket`: add it to the aliases of `book`, if it means this tool.',
    ]);
    expect(textsOf(turns.slice(2))).toEqual([]);
  });

  test('name the tool with the nearest name, or none', () => {
    const known = calls(1, { tool: 'order_search' });
    const asked = (tool: string) => calls(3, { tool, isUnknown: true, status: 'retry' });
    expect(callReport([...known, ...asked('search_orders')]).unknown).toMatchObject([{ meant: 'order_search' }]);
    const none = callReport([...known, ...asked('send_fax')]);
    expect(none.unknown).toEqual([{ name: 'send_fax', calls: 3 }]);
    expect(none.suggestions).toMatchObject([{ tool: 'send_fax', text: expect.stringContaining('no tool is near it') }]);
  });
});
