import { planToolset, type PlanEntry } from '@haft/toolsets/plan';
import { createRuntime, type Run, type Runtime } from 'haft';
import { measureInProcess, type Case, type Measurement } from '../harness/measure-in-process.js';
import { Ledger } from '../toolsets/ledger.js';
import { records, totalOf } from '../toolsets/records.js';
import { toolsets } from '../toolsets.gen.js';
import type { SuiteOptions } from './suite.js';

/** A plan of 50 steps, against the same 50 calls without a plan. */
export interface PlanResults {
  readonly tables: readonly PlanTable[];
}

/** The same 50 calls. In a chain, each one uses the result of the call before. */
export interface PlanTable {
  readonly work: 'independent' | 'chain';
  readonly rows: readonly Measurement[];
}

const STEPS = 50;
const TOOL = 'records_find';
const IDS = Array.from({ length: STEPS }, (_, index) => index + 1);

export async function planSuite(options: SuiteOptions): Promise<PlanResults> {
  const runtime = createRuntime({ toolsets: [toolsets, planToolset()], provide: [Ledger] });
  const measured = async (work: PlanTable['work'], cases: readonly Case[]): Promise<PlanTable> => ({
    work,
    rows: await measureInProcess(cases, options),
  });
  return {
    tables: [
      await measured('independent', [
        verified('run.callAll of 50 calls', sumOf(IDS), runtime, callAll),
        verified('50 times run.call', sumOf(IDS), runtime, callEach),
        verified('execute_plan of 50 steps', sumOf(IDS), runtime, (run) => plan(run, INDEPENDENT)),
      ]),
      await measured('chain', [
        verified('50 times run.call', sumOf(CHAINED_IDS), runtime, callChain),
        verified('execute_plan of 50 steps with references', sumOf(CHAINED_IDS), runtime, (run) => plan(run, CHAIN)),
      ]),
    ],
  };
}

/** Makes the calls in a new run, and returns the sum of the totals. */
type Calls = (run: Run) => Promise<number>;

const callAll: Calls = async (run) => {
  const outcomes = await run.callAll(IDS.map((id) => ({ id: `c${id}`, name: TOOL, arguments: textOf(id) })));
  return outcomes.reduce((sum, outcome) => {
    if (outcome.status !== 'success') throw new Error(outcome.text);
    return sum + (outcome.value as { readonly total: number }).total;
  }, 0);
};

const callEach: Calls = async (run) => {
  let sum = 0;
  for (const id of IDS) sum += await call(run, id);
  return sum;
};

/** The total of an item is the number of the next one. */
const callChain: Calls = async (run) => {
  let [next, sum] = [1, 0];
  for (let step = 0; step < STEPS; step++) {
    next = await call(run, next);
    sum += next;
  }
  return sum;
};

async function call(run: Run, id: number): Promise<number> {
  const outcome = await run.call({ name: TOOL, arguments: textOf(id) });
  if (outcome.status !== 'success') throw new Error(outcome.text);
  return (outcome.value as { readonly total: number }).total;
}

async function plan(run: Run, text: string): Promise<number> {
  const outcome = await run.call({ name: 'execute_plan', arguments: text });
  if (outcome.status !== 'success') throw new Error(outcome.text);
  return (outcome.value as PlanEntry[]).reduce((sum, { status, result, error }) => {
    if (status !== 'ok') throw new Error(error);
    return sum + (result as { readonly total: number }).total;
  }, 0);
}

const INDEPENDENT = JSON.stringify({ steps: IDS.map((id) => ({ tool: TOOL, args: { id } })) });
const CHAIN = JSON.stringify({
  steps: IDS.map((_, step) => ({
    id: `s${step}`,
    tool: TOOL,
    args: { id: step === 0 ? 1 : { $ref: `s${step - 1}.total` } },
  })),
});
const CHAINED_IDS = IDS.slice(1).reduce((ids, _, step) => [...ids, totalOf(ids[step] ?? 0)], [1]);

function textOf(id: number): string {
  return JSON.stringify({ id });
}

function sumOf(ids: readonly number[]): number {
  return ids.reduce((sum, id) => sum + totalOf(id), 0);
}

/** Throws unless the tool was called 50 times and the sum is right. */
function verified(name: string, expected: number, runtime: Runtime, calls: Calls): Case {
  return {
    name,
    run: async () => {
      const before = records.reads;
      const run = runtime.startRun();
      const sum = await calls(run);
      await run.end();
      const made = records.reads - before;
      if (sum !== expected || made !== STEPS) throw new Error(`${name} gave ${sum} after ${made} calls.`);
      return sum;
    },
  };
}
