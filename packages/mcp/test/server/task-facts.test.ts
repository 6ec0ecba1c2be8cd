import { describe, expect, it } from '@jest/globals';
import type { DeferralRequest } from '@haft/core';
import type { Runtime, Task } from '@haft/runtime';
import { StateSeal } from '../../src/elicitation/state-seal.js';
import { OpenQuestions } from '../../src/server/tasks/open-questions.js';
import { idOfTask, openTaskId, type SealedTask } from '../../src/server/tasks/task-id.js';
import { taskSettings, type TaskSettings } from '../../src/server/tasks/task-settings.js';
import { wireTask } from '../../src/server/tasks/wire-task.js';

const settings = {
  ttlMs: undefined,
  pollIntervalMs: 1_000,
  seal: new StateSeal<SealedTask>(undefined, 'test'),
} as unknown as TaskSettings;
const UUID = '0b2c6a3e-6f0e-4f6e-9a55-0d5a4d7f0c11';

function taskWith(more: object): Task {
  const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:01Z' };
  return { key: 'k1', runId: UUID, state: 'running', requests: [], ...times, ...more } as unknown as Task;
}
const requestWith = (more: object = {}): DeferralRequest =>
  ({ kind: 'approval', id: 'r1', callId: 'c1', tool: 'pay', arguments: {}, metadata: {}, ...more }) as DeferralRequest;

describe('the id of a task', () => {
  it.each<[string, object]>([
    ['a user', { runId: 'chat', userId: 'ada' }],
    ['a random run id', { runId: UUID }],
    ['a random run id with a prefix', { runId: `chat/${UUID}` }],
  ])('is its key for %s', (_title, facts) => {
    const id = idOfTask(taskWith(facts), settings);
    expect(id).toBe('k1');
    const options = { userId: 'ada', id: 'of this request' };
    expect(openTaskId(id, { kept: undefined, options }, settings)).toEqual({ key: 'k1', owner: { userId: 'ada' } });
  });

  it.each([
    ['a word', 'chat'],
    ['a UUID of another version', UUID.replace('-4', '-1')],
    ['a UUID of another variant', UUID.replace('-9', '-c')],
    ['a part of a UUID', UUID.slice(1)],
    ['no hexadecimal digit', UUID.replace('0b2c', '0b2z')],
  ])('is sealed without a user if the run id is %s', (_title, runId) => {
    const id = idOfTask(taskWith({ runId }), settings);
    expect(id).toMatch(/^h1\./);
    expect(openTaskId(id, { kept: undefined, options: { tenantId: 't' } }, settings)).toEqual({
      key: 'k1',
      owner: { tenantId: 't', id: runId },
    });
  });
});

describe('the settings of tasks', () => {
  const runtime = { tasks: {} } as unknown as Runtime;
  const HOUR = 3_600_000;

  it.each([
    [undefined, { mode: 'offer', ttlMs: undefined, pollIntervalMs: 1_000 }],
    ['require' as const, { mode: 'require', ttlMs: undefined, pollIntervalMs: 1_000 }],
    [
      { ttlMs: HOUR, pollIntervalMs: 1 },
      { mode: 'offer', ttlMs: HOUR, pollIntervalMs: 1 },
    ],
  ])('have defaults: %j', (tasks, made) => {
    expect(taskSettings(runtime, { ...(tasks && { tasks }) })).toMatchObject(made);
  });

  it.each(['ttlMs', 'pollIntervalMs'])('have a `%s` of at least one whole millisecond', (name) => {
    for (const ms of [0, -1, 1.5, NaN, Infinity, '5' as never])
      expect(() => taskSettings(runtime, { tasks: { [name]: ms } })).toThrow(`serveMcp tasks.${name} is ${ms}.`);
  });
});

describe('a task on the wire', () => {
  const onWire = (more: object, questions: readonly never[] = []): object =>
    wireTask('t1', taskWith(more), settings, { questions, report: () => undefined });

  it.each<[string, object, object]>([
    ['works', {}, { status: 'working' }],
    ['tells a text as its progress', { progress: 'half' }, { status: 'working', statusMessage: 'half' }],
    [
      'tells a message as its progress',
      { progress: { message: 'half' } },
      { status: 'working', statusMessage: 'half' },
    ],
    ['tells no other progress', { progress: { message: 5 } }, { status: 'working' }],
    [
      'waits for others',
      { requests: [{}], progress: 'half' },
      { status: 'working', statusMessage: 'Waits for an approval.' },
    ],
    ['was cancelled', { state: 'cancelled', outcome: { status: 'interrupted', text: 'x' } }, { status: 'cancelled' }],
    [
      'has an end that is not known',
      { state: 'unknown_outcome', outcome: { status: 'failed', text: 'Not known.' } },
      { status: 'failed', error: { code: -32603, message: 'Not known.' } },
    ],
    [
      'threw',
      { state: 'failed', outcome: { status: 'failed', reason: 'exception', text: 'Masked.' } },
      { status: 'failed', error: { code: -32603, message: 'Masked.' } },
    ],
    [
      'failed as the tool meant it',
      { state: 'failed', outcome: { status: 'failed', reason: 'tool', text: 'Full.' } },
      {
        status: 'completed',
        result: { content: [{ type: 'text', text: 'Full.' }], isError: true, _meta: { 'haft/status': 'failed' } },
      },
    ],
    [
      'has an object',
      { state: 'done', outcome: { status: 'success', tool: 'pay', text: '{"a":1}', value: { a: 1 } } },
      { status: 'completed', result: { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } } },
    ],
    [
      'has a text',
      { state: 'done', outcome: { status: 'success', tool: 'pay', text: 'paid', value: 'paid' } },
      { status: 'completed', result: { content: [{ type: 'text', text: 'paid' }] } },
    ],
  ])('%s', (_title, given, shown) => {
    expect(onWire(given)).toStrictEqual({
      taskId: 't1',
      createdAt: '2026-01-01T00:00:00Z',
      lastUpdatedAt: '2026-01-01T00:00:01Z',
      ttlMs: null,
      pollIntervalMs: 1_000,
      ...shown,
    });
  });

  it('asks the user, with the last progress', () => {
    const questions = new OpenQuestions(undefined).of(taskWith({ requests: [{ request: requestWith() }] }));
    expect(onWire({ progress: 'half' }, questions as readonly never[])).toMatchObject({
      status: 'input_required',
      statusMessage: 'half',
      inputRequests: { r1: { method: 'elicitation/create', params: { message: expect.stringContaining("'pay'") } } },
    });
  });
});

describe('the questions of a task', () => {
  const keysOf = (questions: OpenQuestions, ...requests: readonly DeferralRequest[]): readonly string[] =>
    questions.of(taskWith({ requests: requests.map((request) => ({ request })) })).map(({ key }) => key);

  it('open a new key, with the reason, each time that an answer cannot be used', () => {
    const questions = new OpenQuestions(() => ({ message: 'Pay?' }));
    const request = requestWith();
    expect(keysOf(questions, request)).toEqual(['r1']);
    questions.reject(request, 'Not JSON.');
    questions.reject(request, 'Not a yes.');
    expect(questions.of(taskWith({ requests: [{ request }] }))).toMatchObject([
      { key: 'r1.3', message: 'Not a yes.\n\nPay?' },
    ]);
  });

  it('are only those that the user may answer', () => {
    const questions = new OpenQuestions(({ id }) => (id === 'other' ? false : {}));
    const requests = [requestWith(), requestWith({ id: 'other' }), requestWith({ id: 'e', kind: 'external' })];
    expect(keysOf(questions, ...requests)).toEqual(['r1']);
    expect(questions.of(taskWith({ requests: [{}] }))).toEqual([]);
  });

  it('forget the oldest rejected answers beyond 10,000, and no others', () => {
    const questions = new OpenQuestions(undefined);
    const all = Array.from({ length: 10_001 }, (_, index) => requestWith({ id: `r${index}` }));
    for (const one of all.slice(0, 10_000)) questions.reject(one, 'No.');
    expect(keysOf(questions, all[0]!)).toEqual(['r0.2']);
    questions.reject(all[10_000]!, 'No.');
    expect(keysOf(questions, all[0]!, all[1]!, all[10_000]!)).toEqual(['r0', 'r1.2', 'r10000.2']);
  });
});
