import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { pendingHandler } from '@haft/durable/http';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { inspect } from '@haft/inspector';
import { buildProject } from '@haft/reflector';
import { openSqlite } from '@haft/runtime/sqlite';
import type { ReflectedToolsets } from 'haft/reflected';
import { createRuntime, decision, HaftError, type Decision, type Runtime, type ToolOutcome } from 'haft';
import type { CallExecutor, CallLedger, PlainCall } from 'haft/extend';
import { Till } from './fixtures/entrances/src/till.toolset.js';
import { BROKEN_RULES, RIGHT, TOO_DEEP, WRONG, type Values } from './support/wrong-values.js';

/*
 * Entrances of processes that share a store or a queue: decisions by key, HTTP routes, the
 * inspector, a worker, and rows that another program changed. They get the values of the test
 * `entrances`.
 */

interface Issue {
  readonly path: readonly (string | number)[];
}

/** The result of values at one entrance. */
interface Verdict {
  readonly isAccepted: boolean;
  readonly issues: readonly Issue[];
}
type Entrance = (values: Values) => Promise<Verdict>;

let toolsets: ReflectedToolsets;
let folder: string;
const opened: AsyncDisposable[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haft-entrances-'));
  const fixtures = `${import.meta.dirname}/fixtures/entrances`;
  const out = join(fixtures, 'src/stored-toolsets.gen.ts');
  const { diagnostics } = await buildProject({ tsconfig: join(fixtures, 'tsconfig.json'), out, cache: false });
  expect(diagnostics).toEqual([]);
  ({ toolsets } = (await import(out)) as { readonly toolsets: ReflectedToolsets });
}, 60_000);
afterAll(async () => {
  for (const one of opened) await one[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  Till.done.length = 0;
});

function open(durability: { readonly ledger?: CallLedger; readonly executor?: () => CallExecutor } = {}): Runtime {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const runtime = createRuntime({
    toolsets,
    durability,
    limits: { retries: 1000 },
    observe: { logger },
  }) as unknown as Runtime;
  opened.push(runtime);
  return runtime;
}

const verdictOf = (outcome: ToolOutcome): Verdict => ({
  isAccepted: outcome.status === 'success',
  issues: 'issues' in outcome ? (outcome.issues ?? []) : [],
});

/** The calls that wait, and the decision that carries values. */
const ASKS: Readonly<Record<string, { readonly tool: string; readonly args: Values; decide(v: Values): Decision }>> = {
  'input of a person': {
    tool: 'till_sign',
    args: { title: 'deed' },
    decide: (values) => decision.supply(values as never),
  },
  'changed arguments': {
    tool: 'till_spend',
    args: { ...RIGHT, note: 'ask' },
    decide: (values) => decision.approve({ arguments: values as never }),
  },
  'an external result': { tool: 'till_fetch', args: {}, decide: (values) => decision.result(values as never) },
};

let runs = 0;
async function asked(runtime: Runtime, tool: string, args: Values): Promise<string> {
  const runId = `run${++runs}`;
  const outcome = await runtime.startRun({ id: runId }).call({ id: 'c1', name: tool, arguments: args });
  expect(outcome.status).toBe('deferred');
  const { calls } = await runtime.pending.list();
  return calls.find((one) => one.runId === runId)?.key ?? '';
}

/** Decides by key, in another runtime of the same ledger. */
async function byKey(ask: keyof typeof ASKS, values: Values): Promise<Verdict> {
  const { tool, args, decide } = ASKS[ask] as (typeof ASKS)[string];
  const ledger = new MemoryCallLedger();
  const key = await asked(open({ ledger }), tool, args);
  const other = open({ ledger });
  try {
    return verdictOf(await other.pending.decide(key, decide(values)));
  } catch (error) {
    expect(error).toMatchObject({ code: 'HAFT_INVALID_DECISION' });
    expect(await other.pending.get(key)).toMatchObject({ state: 'awaiting' });
    return { isAccepted: false, issues: (error as HaftError).issues ?? [] };
  }
}

interface Answer {
  readonly outcome?: { readonly status: string; readonly issues?: readonly Issue[] };
  readonly error?: { readonly code: string; readonly issues?: readonly Issue[] };
}

async function answered(response: Response): Promise<Verdict> {
  const { outcome, error } = (await response.json()) as Answer;
  if (error !== undefined) expect([response.status, error.code]).toEqual([422, 'HAFT_INVALID_DECISION']);
  return { isAccepted: outcome?.status === 'success', issues: error?.issues ?? outcome?.issues ?? [] };
}

/** Decides with the routes of `pendingHandler`. */
async function overHttp(ask: keyof typeof ASKS, values: Values): Promise<Verdict> {
  const { tool, args, decide } = ASKS[ask] as (typeof ASKS)[string];
  const runtime = open({ ledger: new MemoryCallLedger() });
  const key = await asked(runtime, tool, args);
  const handler = pendingHandler(runtime, { authorize: () => ({ allow: true, scope: 'all', decidedBy: 'ann' }) });
  const url = `http://site.test/pending/${encodeURIComponent(key)}/decision`;
  return answered(await handler(post(url, { decision: decide(values) })));
}

const post = (url: string, body: object, headers: object = {}): Request =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const HOST = '127.0.0.1:4000';
const TOKEN = 'a-token-of-more-than-20-characters';
function inspected(runtime: Runtime): (path: string, body: object) => Promise<Response> {
  const inspector = inspect(runtime, { hosts: [HOST], token: TOKEN, onError: () => undefined });
  const close = async (): Promise<void> => inspector.close();
  opened.push({ [Symbol.asyncDispose]: close });
  const headers = {
    host: HOST,
    origin: `http://${HOST}`,
    'sec-fetch-site': 'same-origin',
    authorization: `Bearer ${TOKEN}`,
  };
  return (path, body) => inspector.fetch(post(`http://${HOST}/haft-api/${path}`, body, headers));
}
const pageCall = (tool: string, args: Values): object => ({ tool, arguments: args, preset: 'default', keepRun: false });

/** Decides a call of the page in its process. */
async function inInspector(ask: keyof typeof ASKS, values: Values): Promise<Verdict> {
  const { tool, args, decide } = ASKS[ask] as (typeof ASKS)[string];
  const send = inspected(open());
  const made = (await (await send('calls', pageCall(tool, args))).json()) as {
    readonly number: number;
    readonly outcome: { readonly request: { readonly id: string } };
  };
  const decisions = { [made.outcome.request.id]: decide(values) };
  return answered(await send(`calls/${made.number}/decision`, { decisions }));
}

/** Sends a call to a worker, and changes it on the way. */
async function inWorker(tool: string, change: (call: PlainCall) => PlainCall): Promise<Verdict> {
  const worker = open();
  const execute: CallExecutor['execute'] = async (call, { attempt, signal, onEvent }) => {
    const changed = change(JSON.parse(JSON.stringify(call)) as PlainCall);
    return worker.executeCall(changed, { attempt, signal, onEvent });
  };
  const run = open({ executor: () => ({ execute }) }).startRun();
  const first = await run.call({ name: tool, arguments: tool === 'till_sign' ? { title: 'deed' } : RIGHT });
  if (first.status !== 'deferred') return verdictOf(first);
  const [outcome] = await run.resume({ [first.request.id]: decision.supply(RIGHT) });
  return verdictOf(outcome as ToolOutcome);
}

/** Approves a call whose row another program changed. */
async function inRow(values: Values): Promise<Verdict> {
  const file = join(folder, `${++runs}.db`);
  const key = await asked(open({ ledger: new SqliteCallLedger({ file }) }), 'till_spend', { ...RIGHT, note: 'ask' });
  const database = openSqlite(file, { who: 'The test', instead: 'none' });
  const stored = database.prepare('SELECT pending FROM haft_runs').get() as { readonly pending: string };
  const pending = JSON.parse(stored.pending) as { readonly calls: readonly { readonly open: object }[] };
  Object.assign(pending.calls[0]?.open ?? {}, { arguments: values });
  database.prepare('UPDATE haft_runs SET pending = ?').run(JSON.stringify(pending));
  const row = database.prepare('SELECT call FROM haft_calls').get() as { readonly call: string };
  const call = JSON.stringify({ ...(JSON.parse(row.call) as object), arguments: values });
  database.prepare('UPDATE haft_calls SET call = ?').run(call);
  database.close();
  try {
    return verdictOf(await open({ ledger: new SqliteCallLedger({ file }) }).pending.decide(key, decision.approve()));
  } catch (error) {
    if (!(error instanceof HaftError)) throw error;
    return { isAccepted: false, issues: error.issues ?? [] };
  }
}

const DECIDERS = { 'runtime.pending.decide': byKey, 'POST /pending/:key/decision': overHttp, inspector: inInspector };
const DECISIONS = Object.entries(DECIDERS).flatMap(([name, through]) =>
  Object.keys(ASKS).map((ask): [string, string, Entrance] => [ask, name, (values) => through(ask, values)]),
);
const ENTRANCES: readonly (readonly [string, string, Entrance])[] = [
  ...DECISIONS,
  [
    'arguments of a call',
    'inspector',
    async (values) => answered(await inspected(open())('calls', pageCall('till_put', values))),
  ],
];

/** Entrances of programs. They get no feedback, so that only the refusal counts. */
const CHANGED: readonly (readonly [string, Entrance])[] = [
  [
    'arguments in the job of a worker',
    (values) => inWorker('till_put', (call) => ({ ...call, arguments: values as never })),
  ],
  ['input in the job of a worker', (values) => inWorker('till_sign', (call) => ({ ...call, input: values as never }))],
  ['arguments in a row of the ledger, and in its run', inRow],
];

const places = (issues: readonly Issue[]): readonly string[] => issues.map(({ path }) => path.join('.')).sort();

describe.each(ENTRANCES)('%s, through %s [NEW-23]', (ask, _name, enter) => {
  it.each(ask === 'an external result' ? WRONG : [...WRONG, ...BROKEN_RULES])(
    'refuses %s, and names its places',
    async (_case, values, wrong) => {
      const { isAccepted, issues } = await enter(values);
      expect({ isAccepted, places: places(issues), done: Till.done }).toEqual({
        isAccepted: false,
        places: [...wrong].sort(),
        done: [],
      });
    },
  );

  it('rejects values that are too deep', async () => {
    expect([(await enter(TOO_DEEP)).isAccepted, Till.done]).toEqual([false, []]);
  });

  it('accepts values that fit', async () => {
    expect(await enter(RIGHT)).toEqual({ isAccepted: true, issues: [] });
    if (ask !== 'an external result') expect(Till.done[0]?.[2]).toEqual(new Date(RIGHT.on));
  });
});

describe.each(CHANGED)('%s [NEW-23]', (_name, enter) => {
  const wrong = [...WRONG, ...BROKEN_RULES].map(([title, values]) => ({ title, values }));
  it.each([...wrong, { title: 'values that are too deep', values: TOO_DEEP }])(
    'do not reach the method with $title',
    async ({ values }) => {
      expect([(await enter(values)).isAccepted, Till.done]).toEqual([false, []]);
    },
  );
});

it.each(CHANGED.slice(0, 2))('%s that fit reach the method [NEW-23]', async (_name, enter) => {
  expect((await enter(RIGHT)).isAccepted).toBe(true);
  expect(Till.done[0]?.[2]).toEqual(new Date(RIGHT.on));
});

it('a row of the ledger without a change is executed [NEW-23]', async () => {
  expect((await inRow({ ...RIGHT, note: 'ask' })).isAccepted).toBe(true);
  expect(Till.done).toHaveLength(1);
});
