import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import { readyToComplete } from '../arguments/completed-arguments.js';
import type { Call } from '../call.js';
import { defer } from '../deferral/defer.js';
import { resolveTool } from '../steps/09-resolve.js';
import { askPreview, hasPreview, isPreview, readPreview } from './ask-preview.js';

/**
 * Adds the preview of a call to a request for its approval. Returns every other outcome unchanged.
 *
 * @throws {HaftError} an error of the container
 */
export async function withPreview(call: Call, outcome: ToolOutcome): Promise<ToolOutcome> {
  if (!asksForApproval(call, outcome) || !hasPreview(call)) return outcome;
  const target = await resolveTool(call);
  if ('status' in target) return target;
  const preview = await readPreview(call, () => askPreview(call, target));
  if (!isPreview(preview)) return preview;
  await readyToComplete(call);
  return defer(call, 'approval', outcome.request.metadata, preview);
}

function asksForApproval({ id }: Call, outcome: ToolOutcome): outcome is DeferredOutcome {
  if (outcome.status !== 'deferred' || outcome.requests !== undefined) return false;
  const { kind, callId, preview } = outcome.request;
  return kind === 'approval' && callId === id && preview === undefined;
}
