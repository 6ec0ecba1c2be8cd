import type { ToolOutcome } from '@haft/core';
import { isObject } from '@haft/schema/basics';

/** Returns whether a value from outside has the form of an outcome. */
export function isOutcome(value: unknown): value is ToolOutcome {
  if (!isObject(value) || typeof value['text'] !== 'string' || !Array.isArray(value['repairs'])) return false;
  return typeof value['status'] === 'string' && Object.hasOwn(NO_OUTCOMES, value['status']);
}

/** The counts of outcomes before the first one, with all statuses. */
export const NO_OUTCOMES: Readonly<Record<ToolOutcome['status'], number>> = {
  success: 0,
  retry: 0,
  failed: 0,
  denied: 0,
  deferred: 0,
  interrupted: 0,
};
