import type { Decision } from '@haft/runtime';
import { decision } from '@haft/runtime';
import type { JsonValue } from '@haft/schema';
import type { Question } from './question.js';

/**
 * The answer of a person: a decision, no decision (`cancel`), an unreadable answer (`problem`), or
 * none.
 */
export type Answer =
  { readonly decision: Decision } | { readonly cancelled: true } | { readonly problem: string } | undefined;

/**
 * Reads the response of a client to a question. Nothing has checked it before.
 *
 * @param response - an `ElicitResult` if the client is honest
 */
export function readAnswer(question: Question, response: unknown): Answer {
  if (typeof response !== 'object' || response === null) return undefined;
  const { action, content } = response as { readonly action?: unknown; readonly content?: unknown };
  if (action === 'decline') return { decision: decision.deny() };
  if (action === 'cancel') return { cancelled: true };
  if (action !== 'accept' || typeof content !== 'object' || content === null) return undefined;
  try {
    return { decision: question.read(content as Readonly<Record<string, JsonValue>>) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'A text that should be JSON is not.' };
    throw error;
  }
}
