import { text as textOf } from 'node:stream/consumers';
import { HaftError, type DeferralRequest, type ToolOutcome } from '@haft/core';
import { printJson } from '../output/print-json.js';
import { styled } from '../output/styled.js';
import { loadRuntime, type ProjectRun } from '../project/load-runtime.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft call`. */
export interface CallOptions {
  readonly arg: readonly string[];
  readonly json?: boolean;
  /** Whether to approve the call and its inner calls, if they need approval. */
  readonly approve?: boolean;
}

/**
 * Calls a tool of the built project in a separate run and prints the text that a model would read.
 *
 * @param json - the arguments, default: those of `--arg`. `-` reads them from the standard input.
 * @returns 0 if the call succeeded, else 1
 * @throws {HaftError} `HAFT_NO_RUNTIME` if the project does not name its runtime, or exports none
 */
export async function call(name: string, json: string | undefined, options: CallOptions): Promise<number> {
  const args = await argumentsOf(json, options.arg);
  const { runtime, runOptions, close } = await loadRuntime();
  try {
    const given = await runOptions();
    const run = runtime.startRun(given);
    try {
      const called = await run.call({ id: 'haft-call', name, arguments: args });
      const outcome = options.approve === true ? await approved(called, run) : called;
      print(outcome, options.json === true);
      if (outcome.status === 'failed') sayNoDeps(outcome.cause, given);
      return outcome.status === 'success' ? 0 : 1;
    } catch (error) {
      // A provider of the run may read `deps` too.
      if (error instanceof HaftError && error.code === 'HAFT_PROVIDER_FAILED') sayNoDeps(error.cause, given);
      throw error;
    } finally {
      await run.end();
    }
  } finally {
    await close();
  }
}

const NO_DEPS =
  'The run has no `deps`. If the tool or a provider reads them, export `runOptions` from the module that ' +
  'the setting "runtime" under "haft" in package.json names: export const runOptions = { deps: ... };\n';

/**
 * Tells how to give `deps`, if a call may have failed because the run has none: code that reads
 * `run.deps.user` then throws a `TypeError`.
 */
function sayNoDeps(cause: unknown, options: object | undefined): void {
  const deps = options !== undefined && 'deps' in options ? options.deps : undefined;
  if (deps === undefined && cause instanceof TypeError) process.stderr.write(NO_DEPS);
}

/** Approves until the call waits for no approval. Its inner calls may ask one after the other. */
async function approved(outcome: ToolOutcome, run: ProjectRun): Promise<ToolOutcome> {
  const approvals = requestsOf(outcome).filter(({ kind }) => kind === 'approval');
  if (approvals.length === 0) return outcome;
  for (const one of approvals.filter(({ parent }) => parent !== undefined)) say(`approved: ${described(one)}`);
  const [resumed] = await run.resume(Object.fromEntries(approvals.map(({ id }) => [id, true])), { partial: true });
  return resumed === undefined ? outcome : approved(resumed, run);
}

function requestsOf(outcome: ToolOutcome): readonly DeferralRequest[] {
  return outcome.status === 'deferred' ? (outcome.requests ?? [outcome.request]) : [];
}

/** Returns what waits, as one line. */
function described({ kind, tool, arguments: args, parent, preview }: DeferralRequest): string {
  const place = parent?.place === undefined ? '' : ` at ${JSON.stringify(parent.place)}`;
  const caller = parent === undefined ? '' : `, called by ${parent.tool}${place}`;
  return `${kind} of ${tool} ${JSON.stringify(args)}${caller}${preview === undefined ? '' : `: ${preview.text}`}`;
}

function say(line: string): void {
  process.stderr.write(`${styled('yellow', line, process.stderr)}\n`);
}

async function argumentsOf(json: string | undefined, texts: readonly string[]): Promise<unknown> {
  if (json !== undefined && /^[A-Za-z_]\w*:?=/.test(json)) {
    throw new UsageError(`'${json}' is not JSON.`, `Write it as an option: --arg ${json}`);
  }
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

/** Parses `name=text` or `name:=json`. */
function argument(text: string): { name: string; value: unknown } {
  const parts = /^([^=:]+)(:?=)([^]*)$/.exec(text);
  const [, name = '', sign, value = ''] = parts ?? [];
  if (name === '')
    throw new UsageError(`'${text}' is not an argument.`, 'Write --arg name=value, or --arg name:=json.');
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
    say(`outcome: ${outcome.status}`);
    for (const request of requestsOf(outcome)) say(`waits for: ${described(request)}`);
  }
}
