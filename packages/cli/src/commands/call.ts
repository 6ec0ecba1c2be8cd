import { existsSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ToolOutcome } from '@haft/core';
import { HaftError } from '@haft/core/errors';
import { printJson } from '../output/print-json.js';
import { styled } from '../output/styled.js';
import { readSettings } from '../settings/read-settings.js';
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
  const { runtime, runOptions } = await loadRuntime();
  const run = runtime.startRun(await runOptions());
  try {
    const called = await run.call({ id: 'haft-call', name, arguments: args });
    const outcome = options.approve === true ? await approved(called, run) : called;
    print(outcome, options.json === true);
    return outcome.status === 'success' ? 0 : 1;
  } finally {
    await run.end();
  }
}

async function approved(outcome: ToolOutcome, run: CallableRun): Promise<ToolOutcome> {
  if (outcome.status !== 'deferred' || outcome.request.kind !== 'approval') return outcome;
  const [resumed] = await run.resume({ [outcome.request.id]: true });
  return resumed ?? outcome;
}

/** What this command needs of a project's runtime, whatever copy of Haft made it. */
interface Callable {
  startRun(options: object): CallableRun;
}

interface CallableRun {
  call(call: { id: string; name: string; arguments: unknown }): Promise<ToolOutcome>;
  resume(decisions: Readonly<Record<string, true>>): Promise<readonly ToolOutcome[]>;
  end(): Promise<void> | void;
}

async function loadRuntime(): Promise<{ runtime: Callable; runOptions: () => object | Promise<object> }> {
  const { runtime: file, folder } = await readSettings();
  if (file === undefined) {
    throw noRuntime('This project does not say which module exports its runtime.');
  }
  const shown = relative(folder, file);
  if (!existsSync(file)) {
    throw new HaftError('HAFT_NO_RUNTIME', `There is no ${shown}, which the setting 'runtime' names.`, {
      hint: 'Build the project first; haft call runs the built code.',
    });
  }
  const module = (await import(pathToFileURL(file).href)) as { runtime?: unknown; runOptions?: unknown };
  if (!isCallable(module.runtime)) {
    throw noRuntime(`${shown} has no export 'runtime' that createRuntime() made.`);
  }
  return { runtime: module.runtime, runOptions: runOptionsOf(module.runOptions, shown) };
}

function isCallable(runtime: unknown): runtime is Callable {
  return (
    typeof runtime === 'object' && runtime !== null && 'startRun' in runtime && typeof runtime.startRun === 'function'
  );
}

function runOptionsOf(exported: unknown, shown: string): () => object | Promise<object> {
  if (exported === undefined) return () => ({});
  if (typeof exported === 'function') return exported as () => object;
  if (typeof exported === 'object' && exported !== null) return () => exported;
  throw noRuntime(`The export 'runOptions' of ${shown} is neither an object nor a function.`);
}

function noRuntime(message: string): HaftError {
  return new HaftError('HAFT_NO_RUNTIME', message, {
    hint:
      'Set "runtime": "dist/runtime.js" under the key "haft" of package.json, and export `runtime` from that module; ' +
      '`runOptions`, where it is exported too, is given to startRun().',
  });
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
