import {
  ApprovalRequired,
  CallDeferred,
  HaftError,
  ModelRetry,
  StopRun,
  ToolFailed,
  type ToolDefinition,
} from '@haft/core';
import { CallStopped } from '@haft/runtime';
import { isHttpException, messagesOf } from './http-exception.js';
import { retryOf } from './retry-of.js';

/** What is thrown on purpose, for Haft: no filter sees it. */
const WORDS = [ApprovalRequired, CallDeferred, CallStopped, HaftError, ModelRetry, StopRun, ToolFailed];

/** Whether an exception says in Haft's words what it means. */
export function isHaftWord(error: unknown): boolean {
  return WORDS.some((word) => error instanceof word);
}

/**
 * An exception of the application in Haft's words, where it says something to a model: 400 and 422 ask for other arguments, other
 * 4xx say what is wrong. Everything else stays as it is, and is masked.
 */
export function inHaftWords(error: unknown, definition: ToolDefinition): unknown {
  if (isHaftWord(error) || !isHttpException(error)) return error;
  const status = error.getStatus();
  if (status === 400 || status === 422) return retryOf(error, definition);
  return status >= 400 && status < 500 ? new ToolFailed(messagesOf(error).join('; ')) : error;
}
