import { text as textOf } from 'node:stream/consumers';
import type { ToolOutcome } from '@haft/core';
import { printJson } from '../output/print-json.js';
import { styled } from '../output/styled.js';
import { loadRuntime, type ProjectRun } from '../project/load-runtime.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft call`. */
export interface CallOptions {
  readonly arg: readonly string[];
  readonly json?: boolean;
  /** Whoever runs the command approves the call, where it asks for that. */
  readonly approve?: boolean;
}

/**
 * Calls a tool of the built project in a run of its own, and prints what a model would read.
 *
 * @param json - the arguments; `-` reads them from the standard input; undefined means those of `--arg`
 * @returns 0 when the call succeeded, else 1
 * @throws HaftError `HAFT_NO_RUNTIME` when the project does not say where its runtime is, or exports none
 */
export async function call(name: string, json: string | undefined, options: CallOptions): Promise<number> {
  const args = await argumentsOf(json, options.arg);
  const { runtime, runOptions, close } = await loadRuntime();
  try {
    const run = runtime.startRun(await runOptions());
    try {
      const called = await run.call({ id: 'haft-call', name, arguments: args });
      const outcome = options.approve === true ? await approved(called, run) : called;
      print(outcome, options.json === true);
      return outcome.status === 'success' ? 0 : 1;
    } finally {
      await run.end();
    }
  } finally {
    await close();
  }
}

async function approved(outcome: ToolOutcome, run: ProjectRun): Promise<ToolOutcome> {
  if (outcome.status !== 'deferred' || outcome.request.kind !== 'approval') return outcome;
  const [resumed] = await run.resume({ [outcome.request.id]: true });
  return resumed ?? outcome;
}

async function argumentsOf(json: string | undefined, texts: readonly string[]): Promise<unknown> {
  if (texts.length === 0) return json === '-' ? textOf(process.stdin) : json;
  if (json !== undefined) {
    throw new UsageError('Arguments were given twice.', 'Give them as JSON or with --arg, not both.');
  }
  const args: Record<string, unknown> = {};
  for (const text of texts) {
    const { name, value } = argument(text);
    const before = Object.hasOwn(args, name) ? [args[name]].flat() : undefined;
    Object.defineProperty(args, name, {
      value: before === undefined ? value : [...before, value],
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return args;
}

/** `name=text` or `name:=json`. */
function argument(text: string): { name: string; value: unknown } {
  const parts = /^([^=:]+)(:?=)([^]*)$/.exec(text);
  const [, name = '', sign, value = ''] = parts ?? [];
  if (name === '') throw new UsageError(`'${text}' is no argument.`, 'Write --arg name=value, or --arg name:=json.');
  if (sign === '=') return { name, value };
  try {
    return { name, value: JSON.parse(value) };
  } catch {
    throw new UsageError(`The value of '${name}' is not JSON: ${value}`, `For a text write --arg ${name}=${value}`);
  }
}

function print(outcome: ToolOutcome, json: boolean): void {
  if (json) {
    printJson(outcome);
    return;
  }
  process.stdout.write(`${outcome.text}\n`);
  if (outcome.status !== 'success') {
    process.stderr.write(`${styled('yellow', `outcome: ${outcome.status}`, process.stderr)}\n`);
  }
}
