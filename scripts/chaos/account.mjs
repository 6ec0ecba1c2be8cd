import { CALL_STATES, END_STATES } from '@haft/runtime';
import { Journal } from './journal.mjs';
import { openStore } from './store.mjs';

const OPEN = new Set(CALL_STATES.filter((state) => !END_STATES.includes(state)));
const PAYS = new Set([
  'bank_pay',
  'bank_pay_again',
  'bank_pay_checked',
  'bank_pay_sealed',
  'bank_pay_stops',
  'bank_pay_later',
  'bank_pay_checked_later',
]);
/** Tools that may pay twice, each time with the same key. */
const RECONCILES = new Set(['bank_pay_checked', 'bank_pay_checked_later', 'bank_pay_again']);

/** Returns the name of a call. Owners, runs and turns may use the same ids. */
function nameOf({ runId, userId = '', turn = '', callId }) {
  return [userId, runId, turn, callId].join('/');
}

/**
 * Compares the ledger with the outer world and with the answers that models got.
 *
 * @returns the figures, and the broken promises as texts
 */
export async function accountOf(folder, storeAt) {
  const store = await openStore(storeAt);
  const rows = new Map();
  for (let page = []; ;) {
    const last = page.at(-1);
    page = await store.ledger.list({ states: CALL_STATES, limit: 1000, ...(last && { after: last }) });
    for (const row of page) rows.set(row.key, row);
    if (page.length < 1000) break;
  }
  const paid = Map.groupBy(
    [...new Journal(folder, 'payments').entries(), ...(await store.payments())],
    (one) => one.key,
  );
  await store.close();
  const byEffect = new Map([...rows.values()].map((row) => [row.effectKey, row]));
  const byCall = new Map([...rows.values()].map((row) => [nameOf(row), row]));
  const answers = new Journal(folder, 'answers').entries();
  const read = new Map(new Journal(folder, 'read').entries().map((one) => [nameOf(one), one]));
  const again = new Set(
    new Journal(folder, 'decisions')
      .entries()
      .filter((one) => one.decision === 'again')
      .map((one) => one.key),
  );
  const broken = [];
  let doubled = 0;
  let doubledByReconcile = 0;
  let doubledByPerson = 0;

  for (const row of rows.values()) {
    const times = paid.get(row.effectKey)?.length ?? 0;
    if (OPEN.has(row.state))
      broken.push(`stranded: ${row.key} of ${row.tool} is ${row.state}, attempt ${row.attempt}, paid ${times} times`);
    if (times > 1) {
      if (RECONCILES.has(row.tool)) doubledByReconcile += 1;
      else if (again.has(row.key)) doubledByPerson += 1;
      else {
        doubled += 1;
        broken.push(`paid ${times} times: ${row.key} of ${row.tool}, ${row.state}, attempt ${row.attempt}`);
      }
    }
    if (!PAYS.has(row.tool)) continue;
    if (row.state === 'done' && times === 0) broken.push(`lost: ${row.key} of ${row.tool} is done, and was never paid`);
    if (times > 0 && !['done', 'unknown_outcome', ...OPEN].includes(row.state))
      broken.push(`not named: ${row.key} of ${row.tool} is ${row.state}, and was paid: ${row.outcome}`);
    if (row.state === 'unknown_outcome' && !String(row.outcome).includes('It is not known whether'))
      broken.push(`no text: ${row.key} of ${row.tool}: ${row.outcome}`);
  }
  for (const [key, [one]] of paid) if (!byEffect.has(key)) broken.push(`no row: ${one.call} was paid`);
  for (const answer of answers) {
    const { runId, callId, tool, status, text } = answer;
    const row = byCall.get(nameOf(answer));
    if (status === 'success' && PAYS.has(tool) && row === undefined)
      broken.push(`lost: ${runId}/${callId} of ${tool} was answered as success, and has no row`);
    if (status === 'deferred' && row === undefined)
      broken.push(`lost: ${runId}/${callId} of ${tool} was answered as deferred, and has no row`);
    if (status !== 'deferred' || row === undefined || OPEN.has(row.state)) continue;
    const model = read.get(nameOf(answer));
    const expected = {
      done: 'success',
      failed: 'failed',
      denied: 'denied',
      cancelled: 'interrupted',
      unknown_outcome: 'failed',
    }[row.state];
    // Calls that timed out, and those in the background, are answered before they end.
    if (model?.text?.startsWith('Timed out') || (model?.status === 'success' && tool.endsWith('_later'))) continue;
    if (model === undefined)
      broken.push(`not read: ${runId}/${callId} of ${tool} is ${row.state}, and its model gets no outcome`);
    else if (model.status !== expected)
      broken.push(
        `read wrongly: ${runId}/${callId} is ${row.state}, and its model reads ${model.status}: ${model.text ?? text}`,
      );
  }
  for (const { where, error } of new Journal(folder, 'problems').entries()) broken.push(`error in ${where}: ${error}`);

  const unknown = [...rows.values()].filter((row) => row.state === 'unknown_outcome');
  return {
    broken,
    rows: [...rows.values()],
    paidTimes: [...paid].map(([key, times]) => ({ key, times: times.length })),
    figures: {
      calls: rows.size,
      stranded: broken.filter((one) => one.startsWith('stranded')).length,
      lost: broken.filter((one) => /^(lost|no row|not read)/.test(one)).length,
      doubled,
      doubledByReconcile,
      doubledByPerson,
      unknown: unknown.length,
      unknownPaid: unknown.filter((row) => paid.has(row.effectKey)).length,
      rolledBack: new Journal(folder, 'late').entries().length,
      recovered: [...rows.values()].filter((row) => row.attempt > 1).length,
    },
  };
}
