import { isObject } from '@haft/schema/internal';

/** A task of a server. Nothing but its id and its status is sure. */
export interface ForeignTask {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string;
  readonly pollIntervalMs: number;
  readonly result?: unknown;
  /** The text of the error. */
  readonly error?: string;
  readonly inputRequests: Readonly<Record<string, unknown>>;
}

/** Returns a task of which nothing but the id is known, to ask for it without a wait. */
export function taskOf(taskId: string): ForeignTask {
  return { taskId, status: 'working', pollIntervalMs: 0, inputRequests: {} };
}

/**
 * Reads a task.
 *
 * @returns undefined if the server breaks the protocol
 */
export function readTask(task: Readonly<Record<string, unknown>>): ForeignTask | undefined {
  const { taskId, status, statusMessage, pollIntervalMs, result, error, inputRequests } = task;
  if (typeof taskId !== 'string' || typeof status !== 'string') return undefined;
  const message = isObject(error) ? error['message'] : undefined;
  return {
    taskId,
    status,
    ...(typeof statusMessage === 'string' ? { statusMessage } : {}),
    pollIntervalMs: intervalOf(pollIntervalMs),
    ...(result === undefined ? {} : { result }),
    ...(typeof message === 'string' ? { error: message } : {}),
    inputRequests: isObject(inputRequests) ? inputRequests : {},
  };
}

/** A server must not make this process busy, or let it wait for hours. */
function intervalOf(ms: unknown): number {
  return typeof ms === 'number' && Number.isFinite(ms) ? Math.min(Math.max(ms, SHORTEST), LONGEST) : DEFAULT;
}

const SHORTEST = 50;
const DEFAULT = 1000;
const LONGEST = 60_000;
