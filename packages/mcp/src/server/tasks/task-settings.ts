import { HaftError, requireOneOf } from '@haft/core';
import type { Runtime, Tasks } from '@haft/runtime';
import type { McpOptions, TaskOptions } from '../../mcp-options.js';
import { StateSeal } from '../../elicitation/state-seal.js';
import type { SealedTask } from './task-id.js';

/** The tasks of a server, for clients with the extension. */
export interface TaskSettings {
  readonly mode: 'offer' | 'require';
  readonly ttlMs: number | undefined;
  readonly pollIntervalMs: number;
  readonly tasks: Tasks;
  /** Seals the ids of tasks whose keys a client could guess. */
  readonly seal: StateSeal<SealedTask>;
}

/**
 * Returns the settings, or undefined for a server without tasks.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is wrong, or if tasks have no ledger
 */
export function taskSettings(runtime: Runtime, { tasks: given, stateSecret }: McpOptions): TaskSettings | undefined {
  if (given === false) return undefined;
  const options: TaskOptions = typeof given === 'object' ? given : given === undefined ? {} : { mode: given };
  const { mode = 'offer', ttlMs, pollIntervalMs = 1000 } = options;
  requireOneOf('serveMcp tasks', mode, ['offer', 'require']);
  requireTime('ttlMs', ttlMs);
  requireTime('pollIntervalMs', pollIntervalMs);
  const tasks = tasksOf(runtime, given !== undefined);
  if (tasks === undefined) return undefined;
  return { mode, ttlMs, pollIntervalMs, tasks, seal: new StateSeal(stateSecret, 'haft mcp task') };
}

/** Returns the tasks of the ledger. Undefined if there is no ledger, and the host asks for none. */
function tasksOf(runtime: Runtime, isNeeded: boolean): Tasks | undefined {
  try {
    return runtime.tasks;
  } catch (error) {
    if (isNeeded) throw error;
    return undefined;
  }
}

function requireTime(name: string, ms: number | undefined): void {
  if (ms === undefined || (Number.isSafeInteger(ms) && ms > 0)) return;
  throw new HaftError('HAFT_INVALID_OPTION', `serveMcp tasks.${name} is ${String(ms)}.`, {
    hint: 'Give a whole number of milliseconds of at least 1.',
  });
}
