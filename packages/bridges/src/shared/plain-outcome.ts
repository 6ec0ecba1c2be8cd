import type { ContentPart, DeferralRequest, FailureReason, ToolOutcome } from '@haft/core';
import { wireForm } from '@haft/runtime';
import type { Issue, JsonValue } from '@haft/schema';

/**
 * An outcome as plain JSON, for SDKs that store or send the output of a tool. It has no metadata of
 * a result, which is for the host: an SDK may send its results to a browser.
 */
export interface PlainOutcome {
  /** The kind of the outcome, such as `success` or `retry`. */
  readonly status: ToolOutcome['status'];
  /** The text for the model. */
  readonly text: string;
  /**
   * For a success: the result of the tool as JSON. Absent without a result, or if JSON cannot
   * express it.
   */
  readonly value?: JsonValue;
  /** For a success: content for models that accept more than text. */
  readonly parts?: readonly ContentPart[];
  /** For a success: whether it ends the run (`@Final`). */
  readonly final?: true;
  /** For a retry: the problems as data. */
  readonly issues?: readonly Issue[];
  /** For a failure: the reason. */
  readonly reason?: FailureReason;
  /** For a deferred call: the open request. If inner calls wait, the first of their requests. */
  readonly request?: DeferralRequest;
  /** For a deferred call whose inner calls wait: all open requests. Each one needs a decision. */
  readonly requests?: readonly DeferralRequest[];
}

/** Returns the outcome without values that JSON cannot express. */
export function plainOutcome(outcome: ToolOutcome): PlainOutcome {
  const { status, text } = outcome;
  switch (outcome.status) {
    case 'success': {
      const { parts, final } = outcome;
      return { status, text, ...plainValue(outcome.value), ...(parts && { parts }), ...(final && { final }) };
    }
    case 'retry':
      return { status, text, issues: outcome.issues };
    case 'failed':
      return { status, text, reason: outcome.reason };
    case 'deferred': {
      const { request, requests } = outcome;
      return { status, text, request, ...(requests && { requests }) };
    }
    default:
      return { status, text };
  }
}

/**
 * Returns the value of a result as JSON. A result without a JSON form is already a failure, unless
 * an interceptor created it.
 */
function plainValue(value: unknown): { readonly value?: JsonValue } {
  if (value === undefined) return {};
  try {
    return { value: wireForm(value) };
  } catch {
    return {};
  }
}
