import type { Run, RunOptions, Task } from '@haft/runtime';
import type { RunHost } from '../mcp-service.js';
import type { TaskSettings } from './task-settings.js';

/** The content of a sealed id. */
export interface SealedTask {
  readonly key: string;
  readonly runId: string;
}

/**
 * Returns the id of a task for its client. Without a user, the id is the only proof that a task
 * belongs to a client. A key that another client could compute is therefore sealed.
 */
export function idOfTask({ key, runId, userId }: Task, { seal }: TaskSettings): string {
  return userId !== undefined || RANDOM_UUID.test(runId) ? key : seal.seal({ key, runId });
}

/** Returns the key of a task, and the owner that asks for it. */
export function openTaskId(
  id: string,
  { options, kept }: RunHost,
  { seal }: TaskSettings,
): { readonly key: string; readonly owner: Run | RunOptions } {
  // A client proves with its id, and not with the run of this request, that a task is its own.
  const { id: _ofThisRequest, ...owner } = options;
  const sealed = opened(id, seal);
  if (sealed === undefined) return { key: id, owner: kept ?? owner };
  return { key: sealed.key, owner: kept ?? { ...owner, id: sealed.runId } };
}

function opened(id: string, seal: TaskSettings['seal']): SealedTask | undefined {
  try {
    return seal.open(id);
  } catch {
    return undefined;
  }
}

const RANDOM_UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
