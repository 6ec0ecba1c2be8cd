import type { ToolOutcome } from '@haft/core';
import { isThenable } from '@haft/core/internal';
import { readyToComplete } from '../arguments/completed-arguments.js';
import type { Call } from '../call.js';
import { sameFingerprint } from '../deferral/call-fingerprint.js';
import { defer } from '../deferral/defer.js';
import { askPreview, hasPreview, isPreview, readPreview } from './ask-preview.js';
import { shownPreview } from './shown-preview.js';

/**
 * Compares the preview of an approved call with the one that the person saw. Returns undefined if
 * they are equal, or if the tool has no preview: without a promise if its method answers without
 * one, so that nothing can change before the tool runs.
 *
 * @returns a new request with the new preview, or the outcome of an error of the method
 * @throws the reason why the call was stopped meanwhile
 */
export function compare(call: Call): undefined | Promise<ToolOutcome | undefined> {
  // A tool that is entered again has changed the world itself.
  if (!hasPreview(call) || call.decided.approval === undefined || call.decided.reentry !== undefined) return undefined;
  let answer: unknown;
  try {
    answer = askPreview(call, { instance: call.state.instance, host: call.host });
    if (!isThenable(answer) && isSeen(call, shownPreview(answer, call.name).hash)) return undefined;
  } catch (error) {
    return compared(call, () => {
      throw error;
    });
  }
  return compared(call, () => answer);
}

async function compared(call: Call, ask: () => unknown): Promise<ToolOutcome | undefined> {
  const preview = await readPreview(call, ask);
  if (call.stopped !== undefined) throw call.stopped;
  if (!isPreview(preview)) return preview;
  if (isSeen(call, preview.hash)) return undefined;
  await readyToComplete(call);
  return defer(call, 'approval', {}, preview);
}

function isSeen({ decided }: Call, hash: string): boolean {
  return sameFingerprint(decided.approval?.preview?.hash, hash);
}
