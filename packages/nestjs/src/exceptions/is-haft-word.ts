import { ApprovalRequired, CallDeferred, HaftError, ModelRetry, StopRun, ToolFailed } from '@haft/core';
import { CallStopped } from '@haft/runtime';

/** Errors for Haft, which no filter sees. */
const WORDS = [ApprovalRequired, CallDeferred, CallStopped, HaftError, ModelRetry, StopRun, ToolFailed];

/** Returns whether an exception is one of Haft's own. */
export function isHaftWord(error: unknown): boolean {
  return WORDS.some((word) => error instanceof word);
}
