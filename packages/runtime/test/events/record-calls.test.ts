import { ModelRetry } from '@haft/core';
import { callChannel, createRuntime, defineTool, toolset, type Run } from '../../src/index.js';
import { callReport, isRecordedCall, type RecordedCall } from '@haft/core/report';
import { recordCalls } from '../../src/telemetry.js';
import { quietLogger } from '../support/quiet-logger.js';

const find = defineTool({
  name: 'find',
  description: 'Finds.',
  parameters: {
    type: 'object',
    properties: {
      number: { type: 'integer', minimum: 1, maximum: 9 },
      kind: { enum: ['open', 'paid'] },
      pin: { type: 'string' },
      note: { type: 'string' },
    },
    required: ['number'],
    additionalProperties: false,
  },
  sensitive: [['pin']],
  execute: ({ number: count }: { number: number }) => {
    if (count === 4) throw new ModelRetry('Not 4.');
    return count === 5 ? 'x'.repeat(2_000_000) : count === 6 ? Array(200_000).fill({ a: 'b' }) : count;
  },
});
const ask = defineTool({
  name: 'ask',
  description: 'Asks.',
  parameters: { type: 'object', properties: {} },
  settings: { approvals: [true] },
  execute: () => 'done',
});

function startRun(): Run {
  const observe = { logger: quietLogger(), redact: ['note'] };
  return createRuntime({ toolsets: toolset('own', [find, ask]), observe }).startRun({ userId: 'ada' }) as Run;
}

let recorded: RecordedCall[];
let stop: () => void;

beforeEach(() => {
  recorded = [];
  stop = recordCalls((call) => recorded.push(call));
});
afterEach(() => {
  stop();
});

describe('the recorder of calls [OBS-6]', () => {
  test('records the mistakes and the end of each call, as lines of JSON', async () => {
    const run = startRun();
    for (const args of [{ number: 7 }, { number: '7' }, { number: 70, kind: 'late' }, { number: 4 }, { number: 5 }])
      await run.call({ name: 'find', arguments: args });
    await run.call({ name: 'find', arguments: { number: 6 } });
    await run.call({ name: 'search', arguments: {} });
    expect(recorded).toMatchObject([
      { tool: 'find', status: 'success', ms: expect.any(Number), runId: run.id },
      { status: 'success', repairs: [{ path: ['number'], kind: 'coercion' }] },
      {
        status: 'retry',
        issues: [
          { path: ['number'], rule: 'maximum', received: '70' },
          { path: ['kind'], rule: 'enum', received: '"late"' },
        ],
      },
      { status: 'retry' },
      { isCut: true, tokens: expect.any(Number) },
      { isCut: true },
      { tool: 'search', isUnknown: true, status: 'retry' },
    ]);
    expect(recorded.map(({ isCut }) => isCut === true)).toEqual([false, false, false, false, true, true, false]);
    expect(recorded.every((one) => isRecordedCall(JSON.parse(JSON.stringify(one))))).toBe(true);
    expect(callReport(recorded)).toMatchObject({ calls: 7, tools: [{ tool: 'find', calls: 6, retries: 2 }] });
  });

  test('keeps no sensitive and no redacted value, and no user', async () => {
    const run = startRun();
    const secrets = [
      { number: 0, pin: 'secret-1', note: 'secret-2' },
      { number: 1, pin: { 'secret-3': 'secret-4' }, note: { 'secret-5': 'secret-6' } },
      '{"number": 1, "pin": "secret-7", "note": "secret-8',
      { number: 1, pin: 7777777, note: 8888888 },
    ];
    for (const args of secrets) await run.call({ name: 'find', arguments: args });
    expect(recorded).toHaveLength(4);
    expect(JSON.stringify(recorded)).not.toMatch(/secret|7777777|8888888|ada/);
  });

  test('bounds each record, whatever a model sends', async () => {
    const long = 'x'.repeat(100_000);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${long.slice(0, 500)}`, long]));
    await startRun().call({ id: long, name: 'find', arguments: many });
    await startRun().call({ name: long, arguments: many });
    for (const one of recorded) expect(JSON.stringify(one).length).toBeLessThan(12_000);
    expect(recorded).toHaveLength(2);
  });

  test('counts a decided call once', async () => {
    const run = startRun();
    const outcome = await run.call({ id: 'c1', name: 'ask', arguments: {} });
    const { id } = (outcome as unknown as { request: { id: string } }).request;
    await run.resume({ [id]: false });
    expect(recorded.map(({ status }) => status)).toEqual(['deferred', 'denied']);
    expect(callReport(recorded).tools).toMatchObject([{ tool: 'ask', calls: 1, denied: 1 }]);
  });

  test('records one runtime if it is asked to, and nothing after its end', async () => {
    const observed = createRuntime({ toolsets: toolset('own', [find]) });
    const own: RecordedCall[] = [];
    const end = recordCalls((call) => own.push(call), { runtime: observed });
    await startRun().call({ name: 'find', arguments: { number: 1 } });
    await observed.startRun().call({ name: 'find', arguments: { number: 2 } });
    expect(own).toHaveLength(1);
    end();
    stop();
    expect(callChannel.asyncEnd.hasSubscribers).toBe(false);
    await observed.startRun().call({ name: 'find', arguments: { number: 1 } });
    expect([own.length, recorded.length]).toEqual([1, 2]);
  });

  test('records the failure that the value of a successful call tells, and not the value', async () => {
    const program = defineTool({
      name: 'run_program',
      description: 'Runs a program.',
      parameters: { type: 'object' },
      execute: () => ({ output: null, exitCode: 1, error: 'Error: a secret' }),
    });
    await createRuntime({ toolsets: toolset('own', [program]) })
      .startRun()
      .call({ name: 'run_program', arguments: {} });
    expect(recorded).toMatchObject([{ status: 'success', failure: 'program failed' }]);
    expect(JSON.stringify(recorded)).not.toContain('secret');
    expect(callReport(recorded).tools).toMatchObject([{ failures: { 'program failed': 1 } }]);
  });

  test('tells a recorded call from other values', () => {
    const call = { at: 0, ms: 1, runId: 'r', callId: 'c', tool: 't', status: 'success', tokens: 1 };
    const others = [null, 1, {}, { ...call, ms: 'x' }, { ...call, issues: 3 }, { ...call, issues: [null] }];
    expect([...others, call].map(isRecordedCall)).toEqual([...others.map(() => false), true]);
  });
});
