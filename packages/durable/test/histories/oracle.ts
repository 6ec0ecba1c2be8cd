import type { ToolOutcome } from '@haft/core';
import { CALL_STATES, type CallRow } from '@haft/runtime';
import type { ChatServer, KeptAnswer } from './chat-server.js';
import type { History, WrittenCall } from './history.js';
import type { Outside, Payment } from './mortal-process.js';

const BEFORE = 'This call was made before (';

/** A call that the model meant, with the ends that hosts and people were told. */
interface Meant {
  readonly class: string;
  readonly outcomes: ToolOutcome[];
  readonly ends: Set<'success' | 'unknown' | 'no'>;
}

/**
 * Compares a history with the list of what the model meant: each call is executed at most once, its
 * end is true, and no user sees calls of another.
 *
 * @returns the problems
 */
export async function problemsOf(
  history: History,
  server: ChatServer,
  { ledger, payments }: Outside,
): Promise<string[]> {
  const rows = await ledger.list({ tenantId: server.tenantId, states: CALL_STATES, limit: 1000 });
  const meant = meantCalls(history, server.answers, rows);
  return [
    ...server.foreign.map((use) => `a row of another user was used: ${use}`),
    ...rows.filter(({ state }) => OPEN.has(state)).map(({ callId, state }) => `${callId} is left ${state}`),
    ...server.requestProblems,
    ...paidTwice(payments),
    ...(history.turns === 'mixed' ? countsOfMixed(meant, payments) : countsOf(meant, payments)),
    ...marksOf(history, server.answers),
  ];
}

/**
 * Compares the requests that are open with the answers of the model: while a call waits, an equal
 * call of a later answer gets its request, and opens no second one.
 *
 * @returns the problems
 */
export async function openRequestProblems({ answers, tenantId }: ChatServer, { ledger }: Outside): Promise<string[]> {
  const waiting = await ledger.list({ tenantId, states: ['awaiting'], limit: 1000 });
  const classes = waiting.map(({ userId, tool, call }) => `${userId} ${tool} ${centsOf(call)}`);
  return [...new Set(classes)].flatMap((name) => {
    const open = classes.filter((one) => one === name).length;
    const inOneAnswer = answers.map(
      ({ user, written }) => written.filter(({ tool, cents }) => `${user} ${tool} ${cents}` === name).length,
    );
    return open > Math.max(...inOneAnswer) ? [`${name}: ${open} requests are open`] : [];
  });
}

function centsOf(call: string): number {
  return (JSON.parse(call) as { readonly arguments: WrittenCall }).arguments.cents;
}

const OPEN: ReadonlySet<string> = new Set(['running', 'approved', 'queued', 'awaiting']);

/** The same call may be made twice only if it is idempotent. */
function paidTwice(payments: readonly Payment[]): readonly string[] {
  const keys = payments.filter(({ tool }) => tool !== 'set_limit').map(({ key }) => key);
  return keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${key} is paid twice`);
}

/** Lists the calls that the model meant. Without a turn, equal calls with one id are one call. */
function meantCalls(history: History, answers: readonly KeptAnswer[], rows: readonly CallRow[]): readonly Meant[] {
  const all = new Map<string, Meant>();
  for (const answer of answers) {
    const uses = new Map<string, number>();
    for (const [place, { tool, cents }] of answer.written.entries()) {
      const id = answer.calls[place]?.id ?? '';
      const content = `${answer.user} ${id} ${tool} ${cents}`;
      const use = uses.get(content) ?? 0;
      uses.set(content, use + 1);
      const identity = history.turns === 'unknown' ? `${content} ${use}` : `${answer.number} ${place}`;
      const made = all.get(identity) ?? { class: `${answer.user} ${tool} ${cents}`, outcomes: [], ends: new Set() };
      all.set(identity, made);
      for (const { outcomes } of answer.delivered) {
        const outcome = outcomes[place] as ToolOutcome;
        made.outcomes.push(outcome);
        made.ends.add(endOf(outcome, rows, history.turns === 'told' ? `answer-${answer.number}` : undefined));
      }
    }
  }
  return [...all.values()];
}

/** Returns the end of a call. A request of an equal call is the end of that one. */
function endOf(outcome: ToolOutcome, rows: readonly CallRow[], turn: string | undefined): 'success' | 'unknown' | 'no' {
  if (outcome.status === 'success') return 'success';
  if (outcome.status === 'failed' && outcome.reason === 'unknown') return 'unknown';
  if (outcome.status !== 'deferred') return 'no';
  const row = rows.find(({ request }) => request?.includes(outcome.request.id));
  const isOwn = row?.callId === outcome.callId && (turn === undefined || row.turn === turn);
  if (!isOwn) return 'no';
  return row.state === 'done' ? 'success' : row.state === 'unknown_outcome' ? 'unknown' : 'no';
}

/** Each call that succeeded was executed, and nothing else but calls with an unknown end. */
function countsOf(meant: readonly Meant[], payments: readonly Payment[]): readonly string[] {
  return classesOf(meant).flatMap(([name, calls, paid = paidIn(payments, name)]) => {
    const succeeded = calls.filter(({ ends }) => ends.has('success')).length;
    const unknown = calls.filter(({ ends }) => ends.has('unknown') && !ends.has('success')).length;
    const fresh = calls.filter(({ outcomes }) => outcomes.filter(isFresh).length > 1);
    return [
      ...(paid < succeeded ? [`${name}: ${succeeded} succeeded, but ${paid} were paid`] : []),
      ...(paid > succeeded + unknown ? [`${name}: ${paid} were paid, but ${succeeded} succeeded`] : []),
      ...fresh.map(() => `${name}: the same call has two new outcomes`),
    ];
  });
}

/** A call with and without its turn may be one of several. It is not executed more than meant. */
function countsOfMixed(meant: readonly Meant[], payments: readonly Payment[]): readonly string[] {
  return classesOf(meant).flatMap(([name, calls, paid = paidIn(payments, name)]) => {
    const fresh = calls.flatMap(({ outcomes }) => outcomes.filter(isFresh)).length;
    const succeeded = calls.some(({ ends }) => ends.has('success'));
    return [
      ...(paid > calls.length ? [`${name}: ${paid} were paid, but ${calls.length} were meant`] : []),
      ...(paid < fresh ? [`${name}: ${fresh} have new outcomes, but ${paid} were paid`] : []),
      ...(succeeded && paid === 0 ? [`${name}: none was paid`] : []),
    ];
  });
}

function classesOf(meant: readonly Meant[]): readonly (readonly [string, readonly Meant[], number?])[] {
  const names = new Set(meant.map((one) => one.class));
  return [...names].map((name) => [name, meant.filter((one) => one.class === name)] as const);
}

/** Returns how many calls were executed. */
function paidIn(payments: readonly Payment[], name: string): number {
  const own = payments.filter(({ user, tool, cents }) => `${user} ${tool} ${cents}` === name);
  return new Set(own.map(({ key }) => key)).size;
}

function isFresh(outcome: ToolOutcome): boolean {
  return outcome.status === 'success' && outcome.replayed !== true;
}

/** A replay is marked. The model reads it if it may have meant another call. */
function marksOf({ turns }: History, answers: readonly KeptAnswer[]): readonly string[] {
  if (turns === 'mixed') return [];
  const outcomes = answers.flatMap(({ delivered }) => delivered.flatMap((one) => one.outcomes));
  const isRead = (outcome: ToolOutcome): boolean => outcome.text.startsWith(BEFORE);
  const isMarked = (outcome: ToolOutcome): boolean => outcome.replayed === true && turns === 'unknown';
  return outcomes.filter((one) => isRead(one) !== isMarked(one)).map(({ callId, text }) => `${callId} reads: ${text}`);
}
