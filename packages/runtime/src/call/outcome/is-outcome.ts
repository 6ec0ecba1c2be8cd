import type { ToolOutcome } from '@haft/core';
import { isObject } from '@haft/schema/basics';

/** Returns whether a value from outside has the form of an outcome. */
export function isOutcome(value: unknown): value is ToolOutcome {
  if (!isObject(value) || typeof value['text'] !== 'string' || !Array.isArray(value['repairs'])) return false;
  return typeof value['status'] === 'string' && Object.hasOwn(STATUSES, value['status']);
}

const STATUSES: Readonly<Record<ToolOutcome['status'], true>> = {
  success: true,
  retry: true,
  failed: true,
  denied: true,
  deferred: true,
  interrupted: true,
};
