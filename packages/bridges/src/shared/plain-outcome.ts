import type { ContentPart, DeferralRequest, FailureReason, ToolOutcome } from '@haft/core';
import { wireForm } from '@haft/runtime';
import type { Issue, JsonValue } from '@haft/schema';

/**
 * An outcome as plain JSON, for SDKs that store or send what a tool gave. The metadata of a result is not in it: it is the host's, and an
 * SDK may send its results to a browser.
 */
export interface PlainOutcome {
  readonly status: ToolOutcome['status'];
  /** What the model reads. */
  readonly text: string;
  /** Of a success: what the tool returned, as JSON; absent when nothing, or when JSON cannot say it. */
  readonly value?: JsonValue;
  /** Of a success: content for models that take more than text. */
  readonly parts?: readonly ContentPart[];
  /** Of a success: it ends the run (`@Final`). */
  readonly final?: true;
  /** Of a retry: the problems as data. */
  readonly issues?: readonly Issue[];
  /** Of a failure: why. */
  readonly reason?: FailureReason;
  /** Of a deferred call: what it waits for. */
  readonly request?: DeferralRequest;
}

/** The outcome without what cannot be written as JSON. */
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
    case 'deferred':
      return { status, text, request: outcome.request };
    default:
      return { status, text };
  }
}

/** A result that JSON cannot say has become a failure already, unless an interceptor answered. */
function plainValue(value: unknown): { readonly value?: JsonValue } {
  if (value === undefined) return {};
  try {
    return { value: wireForm(value) };
  } catch {
    return {};
  }
}
