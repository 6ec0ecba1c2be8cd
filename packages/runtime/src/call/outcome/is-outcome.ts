import type { ToolOutcome } from '@haft/core';
import { isObject } from '@haft/schema/basics';

/** Returns whether a value from outside has the form of an outcome. */
export function isOutcome(value: unknown): value is ToolOutcome {
  if (!isObject(value) || typeof value['text'] !== 'string' || !Array.isArray(value['repairs'])) return false;
  return STATUSES.has(value['status']);
}

const STATUSES: ReadonlySet<unknown> = new Set<ToolOutcome['status']>([
  'success',
  'retry',
  'failed',
  'denied',
  'deferred',
  'interrupted',
]);
