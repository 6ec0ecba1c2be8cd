import { codeToolset, type CodeResult, type CodeSettings } from '@haft/toolsets/code';
import { createRuntime, type Runtime } from 'haft';
import { allThreadsMicroseconds } from '../harness/cpu-clock.js';
import { measureInProcess } from '../harness/measure-in-process.js';
import type { Spread } from '../harness/statistics.js';
import { loadCodeMode } from '../peers.js';
import { Ledger } from '../toolsets/ledger.js';
import { records } from '../toolsets/records.js';
import { toolsets } from '../toolsets.gen.js';
import { PROGRAMS, type MeasuredProgram } from './programs.js';
import type { SuiteOptions } from './suite.js';

/** P18: programs of `execute_code`, against the code mode of the AI SDK. Both use `run`. */
export interface CodeResults {
  /** Without the peer there are no rows. */
  readonly rows: readonly CodeRow[];
}

export interface CodeRow {
  readonly program: string;
  /** CPU of all threads for one program, in nanoseconds. */
  readonly peer: Spread;
  readonly haft: Spread;
  readonly ratio: Spread;
  /** The same, with the check of the program by the compiler of TypeScript. */
  readonly checked: Spread;
  readonly checkedRatio: Spread;
}

/** Runs a program, and returns its result as JSON. */
type RunCode = (code: string) => Promise<string>;

/** Programs of each participant before the measurement. The first one starts the sandbox. */
const WARM_UP = 20;

export async function codeSuite(options: SuiteOptions): Promise<CodeResults> {
  const peer = await loadCodeMode(records);
  if (peer === undefined) return { rows: [] };
  const [haft, checked] = [haftCode({ check: false }), haftCode({ check: true })];
  const rows: CodeRow[] = [];
  for (const program of PROGRAMS) {
    for (const run of [peer, haft, checked]) {
      for (let i = 0; i < WARM_UP; i++) await verified(run, program);
    }
    const cases = [
      { name: 'peer', run: () => verified(peer, program) },
      { name: 'haft', run: () => verified(haft, program) },
      { name: 'checked', run: () => verified(checked, program) },
    ];
    const [theirs, ours, oursChecked] = await measureInProcess(cases, { ...options, clock: allThreadsMicroseconds });
    if (theirs === undefined || ours === undefined || oursChecked === undefined) continue;
    rows.push({
      program: program.name,
      peer: theirs.nanoseconds,
      haft: ours.nanoseconds,
      ratio: ours.ratio,
      checked: oursChecked.nanoseconds,
      checkedRatio: oursChecked.ratio,
    });
  }
  return { rows };
}

/** Each program has a run of its own, as the answer to one message of a model. */
function haftCode(settings: CodeSettings): RunCode {
  const code = codeToolset({ tools: ['records_find', 'records_list'], ...settings });
  const runtime: Runtime = createRuntime({ toolsets: [toolsets, code], provide: [Ledger] });
  return async (program) => {
    const run = runtime.startRun();
    try {
      const outcome = await run.call({ id: 'c1', name: 'execute_code', arguments: JSON.stringify({ code: program }) });
      if (outcome.status !== 'success') throw new Error(`execute_code gave ${outcome.status}: ${outcome.text}`);
      const { output, error } = outcome.value as CodeResult;
      if (error !== undefined) throw new Error(error);
      return JSON.stringify(output);
    } finally {
      await run.end();
    }
  };
}

/** Runs a program. Throws unless it made all its calls and returned the sum. */
async function verified(run: RunCode, { name, code, calls, result }: MeasuredProgram): Promise<string> {
  const before = records.reads;
  const found = await run(code);
  const made = records.reads - before;
  if (found !== String(result) || made !== calls) {
    throw new Error(`The program with ${name} gave ${found} after ${made} calls, not ${result} after ${calls}.`);
  }
  return found;
}
