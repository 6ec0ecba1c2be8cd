import type { Approval } from '@haft/core';
import type { PlainCall } from '@haft/runtime';
import { isObject } from '@haft/schema/internal';
import { parsedJson } from './parsed-json.js';

/**
 * Reads the call of a job or a row. They are data from outside: the runtime checks the arguments
 * and the approval again.
 *
 * @returns undefined if the text is not a call
 */
export function readCall(text: unknown): PlainCall | undefined {
  const value = typeof text === 'string' ? parsedJson(text) : undefined;
  return isPlainCall(value) ? value : undefined;
}

function isPlainCall(value: unknown): value is PlainCall {
  if (!isObject(value) || value['format'] !== 1) return false;
  const { run, input, granted, deadline, queue, ...rest } = value;
  if (![rest['key'], rest['id'], rest['tool'], rest['definition'], rest['effectKey']].every(isText)) return false;
  if (!isObject(rest['arguments']) || !isRun(run)) return false;
  return (
    isMaybe(input, isObject) &&
    isMaybe(granted, isGrant) &&
    isMaybe(deadline, Number.isFinite) &&
    isMaybe(queue, isText)
  );
}

function isRun(run: unknown): boolean {
  if (!isObject(run) || !isText(run['id'])) return false;
  return isMaybe(run['tenantId'], isText) && isMaybe(run['userId'], isText) && isMaybe(run['metadata'], isObject);
}

function isGrant(granted: unknown): granted is { approval: Approval; fingerprint: string } {
  return isObject(granted) && isObject(granted['approval']) && isText(granted['fingerprint']);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isMaybe(value: unknown, check: (value: unknown) => boolean): boolean {
  return value === undefined || check(value);
}
