import type { ToolOutcome } from '@haft/core';

/** The key of the status of an outcome in `_meta` of an error result of a Haft server. */
const STATUS_KEY = 'haft/status';

/** The status of an outcome that is not a success. */
export type ErrorStatus = Exclude<ToolOutcome['status'], 'success'>;

/** Returns the `_meta` of an error result. */
export function metaOfStatus(status: ErrorStatus): Readonly<Record<string, string>> {
  return { [STATUS_KEY]: status };
}

/**
 * Returns whether a server says that the model must not repeat a call that ended in an error. Every
 * server can send the key, so its value decides nothing else.
 */
export function isFinal(meta: Readonly<Record<string, unknown>> | undefined): boolean {
  const status = meta?.[STATUS_KEY];
  return typeof status === 'string' && FINAL.has(status);
}

const FINAL: ReadonlySet<string> = new Set<ErrorStatus>(['failed', 'denied', 'deferred', 'interrupted']);
