import { describe, expect, it } from '@jest/globals';
import { acceptTasks, taskIn } from '../../src/client/tasks/accept-tasks.js';
import { readTask } from '../../src/client/tasks/foreign-task.js';
import type { CallToolResult, Transport } from '@modelcontextprotocol/client';

const base = { taskId: 't1', status: 'working' };
const read = { ...base, pollIntervalMs: 1_000, inputRequests: {} };

describe('a task of a server', () => {
  it.each<[string, object, object]>([
    ['nothing but its id and its status', {}, {}],
    ['its message', { statusMessage: 'Half' }, { statusMessage: 'Half' }],
    ['no message that is not a text', { statusMessage: 5 }, {}],
    ['its result', { result: null }, { result: null }],
    ['the text of its error', { error: { code: 1, message: 'Full.' } }, { error: 'Full.' }],
    ['no error without a text', { error: { message: 5 } }, {}],
    ['no error that is not an object', { error: 'Full.' }, {}],
    ['its questions', { inputRequests: { a: {} } }, { inputRequests: { a: {} } }],
    ['no questions that are a list', { inputRequests: [1] }, {}],
    ['an interval that does not keep this process busy', { pollIntervalMs: 0 }, { pollIntervalMs: 50 }],
    ['an interval that does not let this process wait', { pollIntervalMs: 3_600_000 }, { pollIntervalMs: 60_000 }],
    ['the interval of the server', { pollIntervalMs: 2_000 }, { pollIntervalMs: 2_000 }],
    ['no interval that is not a number', { pollIntervalMs: '2000' }, {}],
    ['no interval without an end', { pollIntervalMs: Infinity }, {}],
  ])('has %s', (_title, more, shown) => {
    expect(readTask({ ...base, ...more })).toStrictEqual({ ...read, ...shown });
  });

  it.each([{}, { taskId: 't1' }, { status: 'working' }, { taskId: 1, status: 'working' }, { taskId: 't1', status: 1 }])(
    'is not read if it breaks the protocol: %j',
    (task) => {
      expect(readTask(task)).toBeUndefined();
    },
  );
});

describe('an answer to a call', () => {
  /** Returns what the SDK gets for a result. */
  function delivered(message: object): { readonly result: CallToolResult } {
    let given: unknown;
    const transport = { onmessage: (one: unknown) => (given = one) } as unknown as Transport;
    acceptTasks(transport);
    transport.onmessage?.({ jsonrpc: '2.0', id: 1, ...message } as never);
    return given as { readonly result: CallToolResult };
  }

  it('that is a task passes the SDK, with its metadata', () => {
    const { result } = delivered({ result: { resultType: 'task', ...base, _meta: { a: 1 } } });
    expect(result).toMatchObject({ resultType: 'complete', content: [], _meta: { a: 1 } });
    expect(taskIn(result)).toStrictEqual(read);
  });

  it.each([{ result: { content: [] } }, { error: { code: 1, message: 'x' } }, { method: 'ping' }])(
    'that is not a task stays as it is: %j',
    (message) => {
      expect(delivered(message)).toEqual({ jsonrpc: '2.0', id: 1, ...message });
    },
  );

  it.each([undefined, {}, { 'haft/task': 'x' }, { 'haft/task': { taskId: 't1' } }])('has no task in %j', (meta) => {
    expect(taskIn({ content: [], ...(meta && { _meta: meta }) })).toBeUndefined();
  });
});
