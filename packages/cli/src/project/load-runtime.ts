import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ToolOutcome } from '@haft/core';
import { HaftError } from '@haft/core/errors';
import { readSettings } from '../settings/read-settings.js';
import type { ProjectPending } from './project-pending.js';

/** The part of a project's runtime that commands use. Any copy of Haft may have created it. */
export interface ProjectRuntime {
  /** Throws `HAFT_INVALID_OPTION` if the runtime has no ledger of calls. */
  readonly pending: ProjectPending;
  startRun(options: object): ProjectRun;
  describe(options: object): Promise<{ readonly tools: readonly object[] }>;
}

/** The part of a run that commands use. */
export interface ProjectRun {
  call(call: { id: string; name: string; arguments: unknown }): Promise<ToolOutcome>;
  resume(
    decisions: Readonly<Record<string, true>>,
    options: { readonly partial: true },
  ): Promise<readonly ToolOutcome[]>;
  end(): Promise<void> | void;
}

/** The exports of the module that the setting `runtime` names. */
export interface LoadedRuntime {
  /** The export `runtime`, awaited. */
  readonly runtime: ProjectRuntime;
  /** The options of a run: the export `runOptions`, a value or a function. */
  readonly runOptions: () => object | Promise<object>;
  /** Whether the export `runOptions` is a function or a value. Unset without one. */
  readonly runOptionsKind?: 'function' | 'value';
  /** Whether the export `runtime` is a promise. */
  readonly isPromise: boolean;
  /** Whether the export `close` exists. */
  readonly closes: boolean;
  /** Other options of runs by name, for `haft inspect`: the export `presets`. */
  readonly presets: Readonly<Record<string, object>>;
  /** Options of the server of `haft mcp`: the export `mcpOptions`. */
  readonly mcpOptions: object;
  /** The export `close`, which closes connections or an application so that the process can end. */
  readonly close: () => Promise<void>;
}

/**
 * Loads the built module that exports the runtime of the project.
 *
 * @throws {HaftError} `HAFT_NO_RUNTIME` if the project does not name its runtime, exports none, or
 *   the module cannot be loaded
 */
export async function loadRuntime(): Promise<LoadedRuntime> {
  const { runtime: file, folder } = await readSettings();
  if (file === undefined) {
    throw noRuntime('This project does not say which module exports its runtime.');
  }
  const shown = relative(folder, file);
  if (!existsSync(file)) {
    throw new HaftError('HAFT_NO_RUNTIME', `The setting 'runtime' names ${shown}, which does not exist.`, {
      hint: 'Build the project first, because this command runs the built code.',
    });
  }
  const module = await loaded(file, shown);
  const runtime: unknown = await module['runtime'];
  if (!isRuntime(runtime)) throw noRuntime(`${shown} has no export 'runtime' that createRuntime() made.`);
  return {
    runtime,
    runOptions: runOptionsOf(module['runOptions'], shown),
    ...(module['runOptions'] === undefined
      ? {}
      : { runOptionsKind: typeof module['runOptions'] === 'function' ? 'function' : 'value' }),
    isPromise: module['runtime'] instanceof Promise,
    closes: typeof module['close'] === 'function',
    presets: recordOf(module, 'presets', shown) as Readonly<Record<string, object>>,
    mcpOptions: recordOf(module, 'mcpOptions', shown),
    close: closeOf(module['close'], shown),
  };
}

async function loaded(file: string, shown: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    // Errors of Haft say what to do themselves.
    if (cause instanceof Error && 'hint' in cause) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HaftError('HAFT_NO_RUNTIME', `${shown} cannot be loaded: ${reason}`, {
      cause,
      hint: loadHint(file, reason),
    });
  }
}

function loadHint(file: string, reason: string): string {
  if (/\.[cm]?tsx?$/.test(file))
    return 'Node cannot run decorators. Name the built module, such as "runtime": "dist/runtime.js", and build it first.';
  if (/Cannot find module '[^']*\.gen\./.test(reason)) return 'Run `npx haft build`, and compile the project again.';
  return 'Fix the error, which a file that it imports may have thrown. --verbose shows the place.';
}

function isRuntime(runtime: unknown): runtime is ProjectRuntime {
  return (
    typeof runtime === 'object' && runtime !== null && 'startRun' in runtime && typeof runtime.startRun === 'function'
  );
}

function runOptionsOf(exported: unknown, shown: string): () => object | Promise<object> {
  if (exported === undefined) return () => ({});
  if (typeof exported === 'function') return exported as () => object;
  if (typeof exported === 'object' && exported !== null) return () => exported;
  throw otherExport('runOptions', shown, 'an object or a function that returns options of startRun()');
}

function recordOf(module: Readonly<Record<string, unknown>>, name: string, shown: string): object {
  const exported = module[name];
  if (exported === undefined) return {};
  if (typeof exported === 'object' && exported !== null) return exported;
  throw otherExport(name, shown, 'an object');
}

function closeOf(exported: unknown, shown: string): () => Promise<void> {
  if (exported === undefined) return () => Promise.resolve();
  if (typeof exported === 'function') {
    return async () => {
      await (exported as () => unknown)();
    };
  }
  throw otherExport('close', shown, 'a function');
}

function otherExport(name: string, shown: string, wanted: string): HaftError {
  return new HaftError('HAFT_NO_RUNTIME', `The export '${name}' of ${shown} is not ${wanted}.`, {
    hint: `Export ${wanted} as '${name}', or nothing under this name.`,
  });
}

function noRuntime(message: string): HaftError {
  return new HaftError('HAFT_NO_RUNTIME', message, {
    hint:
      'Set "runtime": "dist/runtime.js" under the key "haft" of package.json, and export `runtime` from that module; ' +
      '`runOptions`, where it is exported too, is given to startRun(), `mcpOptions` to the server of haft mcp, and `close()` is called in the end.',
  });
}
