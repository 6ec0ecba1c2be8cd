import type { DeferralRequest } from '@haft/core';
import { inputRequired, type InputRequiredResult } from '@modelcontextprotocol/server';
import type { AskOptions } from '../mcp-options.js';
import type { Question } from './question.js';

/**
 * The result that lets a client ask its user. In revision 2025-11-25 the SDK asks in its place, while the request stays open.
 *
 * @param state - what the client sends back with the answer
 * @param problem - why an answer before was not accepted
 */
export function ask(
  request: DeferralRequest,
  question: Question,
  wording: AskOptions,
  state: (key: string) => string,
  problem?: string,
): InputRequiredResult {
  const key = keyOf(request, wording);
  const message = wording.message ?? question.message;
  return inputRequired({
    inputRequests: {
      [key]: inputRequired.elicit({
        message: problem === undefined ? message : `${problem}\n\n${message}`,
        requestedSchema: question.schema,
      }),
    },
    requestState: state(key),
  });
}

/** Under which name the client sends the answer. */
export function keyOf({ kind }: DeferralRequest, { key = kind }: AskOptions): string {
  return key;
}
