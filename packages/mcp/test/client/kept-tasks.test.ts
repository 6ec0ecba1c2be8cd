import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import {
  CALL_STATES,
  createRuntime,
  type CallRow,
  type RecoverOptions,
  type RunEvent,
  type Runtime,
} from '@haft/runtime';
import { mcpToolset, type McpToolsetOptions } from '../../src/client/index.js';
import { atEnd } from '../support/connect.js';
import { eventually } from '../support/eventually.js';
import { quietLogger } from '../support/quiet-logger.js';
import { ScriptedServer } from '../support/scripted-server.js';

const file = join(import.meta.dirname, '../fixtures/tasks-csharp.json');
const FORMS = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, object>>;
const TASK = '5f0c2c6e0f6b4c1f9d1e';
const UNKNOWN = { refusal: { code: -32602, message: 'There is no such task.' } };

/** A server that answers `tasks/get` with these forms. The last one stays. */
function server(forms: readonly (string | object)[], annotations: object = {}): ScriptedServer {
  const left = forms.map((form) => (typeof form === 'string' ? FORMS[form] : form));
  const answers: Readonly<Record<string, () => object | undefined>> = {
    'tools/call': () => FORMS['created'],
    'tasks/get': () => (left.length > 1 ? left.shift() : left[0]),
  };
  return new ScriptedServer(({ method }) => answers[method]?.() ?? { resultType: 'complete' }, annotations);
}

/** A process whose calls of the server all have a row. */
function open(
  from: ScriptedServer,
  ledger: MemoryCallLedger,
  { name = 'far', ...options }: Partial<McpToolsetOptions> = {},
): Runtime {
  const logger = quietLogger();
  const toolset = mcpToolset({ server: from.transport, logger, protocol: '2026-07-28', name, ...options });
  const runtime = createRuntime({
    toolsets: toolset,
    durability: { ledger, calls: 'all' },
    observe: { logger },
  });
  atEnd(() => toolset.close());
  atEnd(() => runtime.dispose());
  return runtime;
}

/** Returns the ledger of a process that was killed while the server worked on a task. */
async function killed(annotations: object = {}, keeps?: string): Promise<MemoryCallLedger> {
  const ledger = new MemoryCallLedger();
  void open(server(['working'], annotations), ledger)
    .startRun({ id: 'r' })
    .call({ name: 'work', arguments: {} });
  const row = (): CallRow | undefined => ledger.list({ states: CALL_STATES })[0];
  await eventually(() => typeof row()?.kept === 'string');
  const { kept, ...dead } = row() as CallRow;
  const left = new MemoryCallLedger();
  left.propose([{ ...dead, state: 'running', lease: 'dead', leaseUntil: 1 }]);
  left.keep({ ...dead, attempt: 1, lease: 'dead' }, keeps ?? String(kept));
  return left;
}

/** Recovers the call in another process. */
async function recover(
  from: ScriptedServer,
  ledger: MemoryCallLedger,
  { runOptions, ...options }: Partial<McpToolsetOptions> & Pick<RecoverOptions, 'runOptions'> = {},
) {
  await open(from, ledger, options).recover({ idleMs: 0, ...(runOptions && { runOptions }) });
  const [row] = ledger.list({ states: CALL_STATES });
  const outcome = JSON.parse(row?.outcome ?? 'null') as ToolOutcome | null;
  return { state: row?.state, outcome, sent: from.received.map(({ method }) => method) };
}

describe('a task of a server whose client was killed [NEW-39, NEW-42]', () => {
  it.each([
    ['changes something', {}],
    ['only reads', { readOnlyHint: true }],
  ])('continues in another process for a tool that %s, which does not call again', async (_name, annotations) => {
    const progress: unknown[] = [];
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'progress') progress.push(event.progress);
    };
    const other = server(['working', 'completed'], annotations);
    const { state, outcome, sent } = await recover(other, await killed(annotations), {
      runOptions: () => ({ onEvent }),
    });
    expect([state, outcome]).toMatchObject(['done', { status: 'success', value: 'Done' }]);
    expect(progress).toEqual([{ message: 'Half' }]);
    expect(sent.filter((method) => method === 'tasks/get')).toHaveLength(2);
    expect(sent).not.toContain('tools/call');
    expect(other.received.at(-1)?.params).toMatchObject({ taskId: TASK });
  });

  it.each([
    ['toolFailed', {}, { status: 'failed', reason: 'tool', text: 'No such city' }],
    ['failed', {}, { status: 'failed', reason: 'tool', text: 'An error occurred.' }],
    ['cancelled', {}, { status: 'failed', reason: 'tool', text: 'The server cancelled the task of this call.' }],
    ['failed', { readOnlyHint: true }, { status: 'failed', reason: 'tool', text: 'An error occurred.' }],
  ])('ends the call with its end %s', async (form, annotations, end) => {
    const { state, outcome, sent } = await recover(server([form], annotations), await killed(annotations));
    expect([state, outcome]).toMatchObject(['failed', end]);
    expect(sent).not.toContain('tools/call');
  });

  it('asks the user its questions in the other process', async () => {
    const other = server(['inputRequired', 'completed']);
    const { state } = await recover(other, await killed(), {
      onElicit: () => ({ action: 'accept', content: { yes: true } }),
    });
    expect(state).toBe('done');
    const update = other.received.find(({ method }) => method === 'tasks/update');
    expect(update?.params).toMatchObject({
      taskId: TASK,
      inputResponses: { confirm: { action: 'accept', content: { yes: true } } },
    });
  });

  it('has an unknown end if the server does not know it any longer', async () => {
    const { state, outcome, sent } = await recover(server(['working', UNKNOWN]), await killed());
    expect([state, outcome]).toMatchObject(['unknown_outcome', { status: 'failed', reason: 'unknown' }]);
    expect(sent).not.toContain('tools/call');
  });

  it('is called again if the server does not know it and the tool only reads', async () => {
    const annotations = { readOnlyHint: true };
    const { state, sent } = await recover(server([UNKNOWN, 'completed'], annotations), await killed(annotations));
    expect(state).toBe('done');
    expect(sent.filter((method) => method === 'tools/call')).toHaveLength(1);
  });

  it.each(['null', '"text"', '{"task":7,"server":"far"}', `{"task":"${TASK}","server":"other"}`, 'broken'])(
    'is not asked for if the row has %s',
    async (kept) => {
      const { state, sent } = await recover(server(['completed']), await killed({}, kept));
      expect(state).toBe('unknown_outcome');
      expect(sent).not.toContain('tasks/get');
    },
  );

  it('is cancelled with the call in the other process', async () => {
    const stop = new AbortController();
    const working = (): object | undefined => {
      stop.abort();
      return FORMS['working'];
    };
    const other: ScriptedServer = new ScriptedServer(({ method }) =>
      method === 'tasks/get' ? working() : { resultType: 'complete' },
    );
    const ledger = await killed();
    await recover(other, ledger, { runOptions: () => ({ signal: stop.signal }) });
    const state = (): string | undefined => ledger.list({ states: CALL_STATES })[0]?.state;
    await eventually(() => state() !== 'running');
    expect(state()).toBe('unknown_outcome');
    expect(other.received.at(-1)).toMatchObject({ method: 'tasks/cancel', params: { taskId: TASK } });
  });
});

describe('a task that a client keeps', () => {
  it('is not cancelled by a process that lost its call to another one', async () => {
    const ledger = new MemoryCallLedger();
    const own = server(['working']);
    const runtime = open(own, ledger);
    const calling = runtime.startRun({ id: 'r' }).call({ name: 'work', arguments: {} });
    const row = (): CallRow | undefined => ledger.list({ states: CALL_STATES })[0];
    await eventually(() => typeof row()?.kept === 'string');
    ledger.start(row() as CallRow, { lease: 'other', leaseUntil: 9e15, now: 9e14, from: ['running'] });
    await runtime.recover();
    expect(await calling).toMatchObject({ status: 'failed', reason: 'unknown' });
    const asked = (): number => own.received.length;
    const before = asked();
    await new Promise(setImmediate);
    expect(own.received.slice(before - 1).map(({ method }) => method)).not.toContain('tasks/cancel');
  });

  it('ends its call with a failure, and no retry, if the server loses it', async () => {
    const runtime = open(server(['working', UNKNOWN]), new MemoryCallLedger());
    const outcome = await runtime.startRun().call({ name: 'work', arguments: {} });
    expect(outcome).toMatchObject({ status: 'failed', text: expect.stringContaining('lost the task of the call') });
  });

  it('is not kept if the call has no row, and is cancelled with it', async () => {
    const stop = new AbortController();
    const other: ScriptedServer = new ScriptedServer(({ method }) => {
      if (method === 'tasks/get') stop.abort();
      return { 'tools/call': FORMS['created'], 'tasks/get': FORMS['working'] }[method] ?? { resultType: 'complete' };
    });
    const toolset = mcpToolset({ server: other.transport, name: 'far', protocol: '2026-07-28' });
    const runtime = createRuntime({ toolsets: toolset });
    await runtime.startRun({ signal: stop.signal }).call({ name: 'work', arguments: {} });
    await eventually(() => other.received.at(-1)?.method === 'tasks/cancel');
    expect(other.received.at(-1)?.method).toBe('tasks/cancel');
    await toolset.close();
    await runtime.dispose();
  });
});
