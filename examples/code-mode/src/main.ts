import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { codeToolset } from '@haft/toolsets/code';
import { planToolset } from '@haft/toolsets/plan';
import { createRuntime, type Runtime } from 'haft';
import { BackOffice } from './back-office.toolset.js';
import { Books } from './books.js';
import { converse, type Cost } from './converse.js';
import { TASKS } from './tasks/index.js';
import type { Task } from './tasks/task.js';
import { toolsets } from './toolsets.gen.js';

/*
 * Ten tasks over one back office, each done in three ways: by single calls, by plans and by code.
 * The model follows a script. All answers are compared with the records.
 */

type Way = 'calls' | 'plan' | 'code';

const WAYS: readonly Way[] = ['calls', 'plan', 'code'];
const total: Record<Way, Cost> = { calls: none(), plan: none(), code: none() };
console.log('task                     calls: trips/tokens   plan: trips/tokens   code: trips/tokens');
for (const [name, task] of Object.entries(TASKS)) {
  const cells: string[] = [];
  for (const way of WAYS) {
    const cost = await perform(name, task, way);
    total[way] = added(total[way], cost);
    cells.push(cell(cost));
  }
  console.log(`${name.padEnd(24)}${cells.join('')}`);
}
console.log(`${'all'.padEnd(24)}${WAYS.map((way) => cell(total[way])).join('')}`);
for (const way of WAYS) {
  const { tokensOut, ms, decisions } = total[way];
  console.log(
    `${way}: ${String(tokensOut)} tokens written, ${ms.toFixed(0)} ms in tools, ${String(decisions)} approval`,
  );
}
ok(total.code.roundTrips < total.plan.roundTrips && total.plan.roundTrips < total.calls.roundTrips);
deepStrictEqual(
  WAYS.map((way) => total[way].decisions),
  [1, 1, 1],
);

/** Does a task in one way, and compares the answer and the records. */
async function perform(name: string, task: Task, way: Way): Promise<Cost> {
  const books = new Books();
  await using runtime = runtimeFor(way, books);
  const { answer, cost } = await converse(runtime, task.question, task[way]);
  strictEqual(answer, task.expected(new Books()), `${name} by ${way}`);
  deepStrictEqual(books.refunds.length, name === 'a refund to approve' ? 1 : 0, `refunds of ${name} by ${way}`);
  deepStrictEqual(books.notes.length, { 'a refund to approve': 1, 'a note for each': 3 }[name] ?? 0);
  return cost;
}

// #region runtime
function runtimeFor(way: Way, books: Books): Runtime {
  const programs = { calls: [], plan: [planToolset()], code: [codeToolset()] }[way];
  return createRuntime({ toolsets: [toolsets, new BackOffice(books), ...programs] });
}
// #endregion runtime

function none(): Cost {
  return { roundTrips: 0, tokensIn: 0, tokensOut: 0, ms: 0, decisions: 0 };
}

function added(one: Cost, other: Cost): Cost {
  return {
    roundTrips: one.roundTrips + other.roundTrips,
    tokensIn: one.tokensIn + other.tokensIn,
    tokensOut: one.tokensOut + other.tokensOut,
    ms: one.ms + other.ms,
    decisions: one.decisions + other.decisions,
  };
}

function cell({ roundTrips, tokensIn }: Cost): string {
  return `${String(roundTrips)} / ${String(tokensIn)}`.padStart(18).padEnd(21);
}
