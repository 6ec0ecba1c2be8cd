import { describe, expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import type { CallLedger, RunOptions } from '@haft/runtime';
import type { McpOptions } from '../../src/index.js';
import { askModern, type ModernAnswer, type ModernClient } from '../support/ask-modern.js';
import { connect, ERAS, serveNotes } from '../support/connect.js';
import { expectGolden } from '../support/golden.js';
import { taskTools } from '../support/task-tools.js';

const UNKNOWN = { code: -32602, message: 'There is no such task.' };
const rights = new Map([['ann', ['reports']]]);

/** Serves the tools. The header `x-user` names the user. */
async function serve(options: McpOptions = {}, ledger: CallLedger = new MemoryCallLedger(), own: RunOptions = {}) {
  const office = taskTools();
  const { url } = await serveNotes(
    {
      context: ({ headers }) => {
        const userId = headers.get('x-user');
        const permissions = rights.get(userId ?? '') ?? ['reports'];
        return { ...own, permissions, ...(userId === null ? {} : { userId }) };
      },
      ...options,
    },
    { durability: { ledger }, toolsets: () => [office.tools] },
  );
  return { ...office, url, ann: { url, user: 'ann' }, ledger };
}

describe('tasks [NEW-39]', () => {
  it('answer a call with a task, and tell its progress and its result', async () => {
    const { ann, begun, write } = await serve();
    const { result: created } = await askModern(ann, 'tools/call', { name: 'report', arguments: {} });
    expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null, pollIntervalMs: 1000 });
    const taskId = idIn(created);
    await begun;
    const working = await until(ann, taskId, ({ statusMessage }) => statusMessage !== undefined);
    expect(working).toMatchObject({ taskId, status: 'working', statusMessage: 'Page 1 of 3' });
    write();
    expect(await until(ann, taskId, isOver)).toMatchObject({
      status: 'completed',
      result: { content: [{ type: 'text', text: '{"pages":3}' }], structuredContent: { pages: 3 } },
    });
  });

  it('hide the tools for tasks from clients with the extension, and only from them', async () => {
    const { ann, url } = await serve();
    const names = async (client: ModernClient): Promise<string[]> => {
      const { result } = await askModern(client, 'tools/list');
      return (result?.['tools'] as { name: string }[]).map(({ name }) => name);
    };
    expect(await names(ann)).not.toContain('task_status');
    expect(await names({ ...ann, tasks: false })).toContain('task_status');
    const client = await connect(url, ERAS[0]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('task_status');
  });

  it('answer other clients with a text', async () => {
    const { ann } = await serve();
    const { result } = await askModern({ ...ann, tasks: false }, 'tools/call', { name: 'report', arguments: {} });
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'queued' } });
  });

  it('require the extension for all requests about tasks, and for calls if the server says so', async () => {
    const { ann } = await serve();
    const without = { ...ann, tasks: false };
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect(await askModern(without, method, { taskId: 'any' })).toMatchObject({
        status: 400,
        error: {
          code: -32021,
          data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
        },
      });
    }
    const strict = await serve({ tasks: 'require' });
    const call = { name: 'report', arguments: {} };
    expect(await askModern({ ...strict.ann, tasks: false }, 'tools/call', call)).toMatchObject({
      status: 400,
      error: { code: -32021 },
    });
    expect(await askModern(strict.ann, 'tools/call', call)).toMatchObject({ result: { resultType: 'task' } });
  });

  it('do not exist without a ledger, and on request', async () => {
    const { url } = await serveNotes();
    expect((await askModern({ url }, 'tasks/get', { taskId: 'any' })).error).toMatchObject({ code: -32601 });
    const { ann } = await serve({ tasks: false });
    const { result } = await askModern(ann, 'tools/call', { name: 'report', arguments: {} });
    expect(result).toMatchObject({ resultType: 'complete' });
    await expect(serveNotes({ tasks: 'offer' })).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    await expect(serve({ tasks: { ttlMs: 0 } })).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });

  it('answer a guessed id of another user like an unknown one', async () => {
    const { ann, url, begun } = await serve();
    const taskId = await start(ann, 'report');
    await begun;
    const eve = { url, user: 'eve' };
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { error } = await askModern(eve, method, { taskId, inputResponses: {} });
      expect(error).toEqual(UNKNOWN);
      expect((await askModern(eve, method, { taskId: 'c_1' })).error).toEqual(error);
    }
    expect((await askModern(ann, 'tasks/get', { taskId })).result).toMatchObject({ status: 'working' });
  });

  it('seal the id if there is no user and the id of the run is a guess', async () => {
    const { url, ledger } = await serve({}, new MemoryCallLedger(), { id: 'chat-1' });
    const taskId = await start({ url }, 'broken');
    const [row] = await ledger.list({ states: ['queued', 'running', 'failed'] });
    expect(taskId).not.toContain(row?.key ?? '');
    expect((await askModern({ url }, 'tasks/get', { taskId })).result).toMatchObject({ taskId });
    expect((await askModern({ url }, 'tasks/get', { taskId: row?.key ?? '' })).error).toEqual(UNKNOWN);
  });

  it('vanish if the user loses the permission of the tool while it works', async () => {
    const { ann, begun } = await serve();
    const taskId = await start(ann, 'report');
    await begun;
    rights.set('ann', []);
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect((await askModern(ann, method, { taskId })).error).toEqual(UNKNOWN);
    }
    rights.set('ann', ['reports']);
    expect((await askModern(ann, 'tasks/get', { taskId })).result).toMatchObject({ status: 'working' });
  });

  it('expire after their time to live', async () => {
    const { ann } = await serve({ tasks: { ttlMs: 1, pollIntervalMs: 50 } });
    const { result } = await askModern(ann, 'tools/call', { name: 'broken', arguments: {} });
    expect(result).toMatchObject({ ttlMs: 1, pollIntervalMs: 50 });
    const end = Date.parse(String(result?.['createdAt'])) + 1;
    while (Date.now() <= end) await new Promise(setImmediate);
    expect((await askModern(ann, 'tasks/get', { taskId: idIn(result) })).error).toEqual(UNKNOWN);
  });

  it('mask an exception of the tool', async () => {
    const { ann } = await serve();
    const ended = await until(ann, await start(ann, 'broken'), isOver);
    expect(ended).toMatchObject({ status: 'failed', error: { code: -32603 } });
    expect(JSON.stringify(ended)).not.toContain('hunter2');
  });

  it('end as cancelled if the tool ends by its signal', async () => {
    const { ann, begun, ended } = await serve();
    const taskId = await start(ann, 'report');
    await begun;
    expect((await askModern(ann, 'tasks/cancel', { taskId })).result).toEqual({
      resultType: 'complete',
      _meta: expect.anything(),
    });
    expect(await until(ann, taskId, isOver)).toMatchObject({ status: 'cancelled' });
    expect((await askModern(ann, 'tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
    expect(ended).toEqual([]);
  });

  it('keep one end if the cancellation and the end come together', async () => {
    const { ann, begun, write, ended } = await serve();
    const taskId = await start(ann, 'report');
    await begun;
    const cancelling = askModern(ann, 'tasks/cancel', { taskId });
    write();
    await cancelling;
    const over = await until(ann, taskId, isOver);
    expect(over['status']).toBe(ended.length === 1 ? 'completed' : 'cancelled');
    await askModern(ann, 'tasks/cancel', { taskId });
    expect(await until(ann, taskId, isOver)).toEqual(over);
  });

  it('ask the user, take a part of the answers, and continue with the rest', async () => {
    const { ann, ended } = await serve();
    const taskId = await start(ann, 'pay');
    const [amount, confirm] = keysOfPay(await until(ann, taskId, (task) => keysOf(task).length === 2));
    const first = { [amount]: accept({ cents: 5 }), nonsense: accept({}) };
    expect((await update(ann, taskId, first)).result).toMatchObject({ resultType: 'complete' });
    const rest = await until(ann, taskId, (task) => !keysOf(task).includes(amount));
    expect(keysOf(rest)).toEqual([confirm]);
    // Both at once: one decision counts.
    await Promise.all([1, 2].map(() => update(ann, taskId, { [confirm]: accept({ approve: true }), ...first })));
    expect(await until(ann, taskId, isOver)).toMatchObject({
      status: 'completed',
      result: { content: [{ text: 'paid: 5, confirmed' }] },
    });
    expect(ended).toEqual(['amount 5', 'confirm']);
  });

  it('ask again under a new key if an answer is wrong', async () => {
    const { ann, ended } = await serve();
    const taskId = await start(ann, 'pay');
    const [amount] = keysOfPay(await until(ann, taskId, (task) => keysOf(task).length === 2));
    await update(ann, taskId, { [amount]: accept({ cents: 0 }) });
    const task = await until(ann, taskId, () => true);
    const again = keysOf(task).find((key) => key.startsWith(amount)) ?? '';
    expect(again).not.toBe(amount);
    expect(JSON.stringify(task['inputRequests'])).toContain('cents');
    await update(ann, taskId, { [amount]: accept({ cents: 9 }) });
    expect(ended).toEqual([]);
    await update(ann, taskId, { [again]: accept({ cents: 7 }) });
    await until(ann, taskId, (one) => keysOf(one).length === 1);
    expect(ended).toEqual(['amount 7']);
  });

  it('wait for another approver if the user of the client may not decide', async () => {
    const { ann } = await serve({ ask: () => false });
    const taskId = await start(ann, 'pay');
    const waiting = await until(ann, taskId, ({ statusMessage }) => statusMessage !== undefined);
    expect(waiting).toMatchObject({ status: 'working', statusMessage: 'Waits for an approval.' });
    expect(waiting).not.toHaveProperty('inputRequests');
  });

  it('execute no inner call of a cancelled task', async () => {
    const { ann, ledger } = await serve();
    const taskId = await start(ann, 'pay');
    await until(ann, taskId, (task) => keysOf(task).length === 2);
    await askModern(ann, 'tasks/cancel', { taskId });
    expect(await until(ann, taskId, isOver)).toMatchObject({ status: 'cancelled' });
    expect(await ledger.list({ states: ['awaiting', 'approved', 'queued', 'running'] })).toEqual([]);
  });

  it('are the same tasks in another process', async () => {
    const one = await serve();
    const other = await serve({}, one.ledger);
    const taskId = await start(one.ann, 'report');
    await one.begun;
    expect((await askModern(other.ann, 'tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'working' });
    one.write();
    expect(await until(other.ann, taskId, isOver)).toMatchObject({ status: 'completed' });
  });

  it('have these forms on the wire', async () => {
    const { ann, begun, write } = await serve();
    const created = await askModern(ann, 'tools/call', { name: 'report', arguments: {} });
    const taskId = idIn(created.result);
    await begun;
    await until(ann, taskId, ({ statusMessage }) => statusMessage !== undefined);
    const working = await askModern(ann, 'tasks/get', { taskId });
    write();
    await until(ann, taskId, isOver);
    const completed = await askModern(ann, 'tasks/get', { taskId });
    const asking = await start(ann, 'pay');
    const [amount, confirm] = keysOfPay(await until(ann, asking, (task) => keysOf(task).length === 2));
    const required = await askModern(ann, 'tasks/get', { taskId: asking });
    const cancelled = await askModern(ann, 'tasks/cancel', { taskId: asking });
    const ended = await askModern(ann, 'tasks/get', { taskId: asking });
    const unknown = await askModern(ann, 'tasks/get', { taskId: 'none' });
    const refused = await askModern({ ...ann, tasks: false }, 'tasks/get', { taskId });
    const answers = { created, working, completed, required, cancelled, ended, unknown, refused };
    const names = [taskId, asking, amount, confirm];
    expectGolden('wire-tasks-2026-07-28.json', plain(answers, names));
  });
});

type Fields = Readonly<Record<string, any>>; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON of the wire

function isOver({ status }: Fields): boolean {
  return ['completed', 'failed', 'cancelled'].includes(status as string);
}

function keysOf({ inputRequests = {} }: Fields): string[] {
  return Object.keys(inputRequests as object);
}

/** Returns the keys of the questions of `pay`. Calls of one millisecond have no order. */
function keysOfPay(task: Fields): [amount: string, confirm: string] {
  const keys = keysOf(task);
  const amount = keys.find((key) => JSON.stringify(task['inputRequests'][key]).includes('cents')) ?? '';
  return [amount, keys.find((key) => key !== amount) ?? ''];
}

function accept(content: object): object {
  return { action: 'accept', content };
}

function update(client: ModernClient, taskId: string, inputResponses: object): Promise<ModernAnswer> {
  return askModern(client, 'tasks/update', { taskId, inputResponses });
}

async function start(client: ModernClient, name: string): Promise<string> {
  const { result } = await askModern(client, 'tools/call', { name, arguments: {} });
  return idIn(result);
}

function idIn(result: Fields | undefined): string {
  const id: unknown = result?.['taskId'];
  if (typeof id !== 'string') throw new Error(`It is not a task: ${JSON.stringify(result)}`);
  return id;
}

/** Asks until the task fits. Each request takes a few turns of the event loop. */
async function until(client: ModernClient, taskId: string, fits: (task: Fields) => boolean): Promise<Fields> {
  for (let turn = 0; turn < 2000; turn++) {
    const { result, error } = await askModern(client, 'tasks/get', { taskId });
    if (result === undefined) throw new Error(JSON.stringify(error));
    if (fits(result)) return result;
  }
  throw new Error(`The task ${taskId} does not get there.`);
}

/** Replaces the parts that differ between runs. */
function plain(value: unknown, names: readonly string[]): unknown {
  let text = JSON.stringify(value).replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"');
  for (const [index, name] of names.entries()) text = text.replaceAll(name, `ID${index + 1}`);
  return JSON.parse(text) as unknown;
}
