import type { JsonSchemaObject, JsonValue } from '@haft/schema';

import type { ShownPreview } from './preview.js';

/** The call that made an inner call. */
export interface ParentCall {
  /** The id of the outer call. */
  readonly callId: string;
  /** The name of the outer tool in the run. */
  readonly tool: string;
  /** The place of the inner call in the program, such as a step or a line. */
  readonly place?: JsonValue | undefined;
}

/** The awaited decision: an approval, values from the user, or the result of another system. */
export type DeferralKind = 'approval' | 'input' | 'external';

/** A table, so that no kind is left out. */
const KINDS: Readonly<Record<DeferralKind, true>> = { approval: true, input: true, external: true };

/** All kinds of requests. */
export const DEFERRAL_KINDS: readonly DeferralKind[] = Object.freeze(Object.keys(KINDS) as DeferralKind[]);

/**
 * The request of a deferred call. Plain JSON: it survives `JSON.parse(JSON.stringify(request))`.
 */
export interface DeferralRequest {
  /** The awaited decision. */
  readonly kind: DeferralKind;
  /** A random id that a decision names. */
  readonly id: string;
  /** The id of the call. */
  readonly callId: string;
  /** The name of the tool in the run. */
  readonly tool: string;
  /** The version of the tool. */
  readonly version: string;
  /** The validated arguments, in the form that the model may send, without sensitive ones. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** For `input`: the schema of the values that the user supplies. */
  readonly fields?: JsonSchemaObject;
  /** For `external`: the schema of the result, if the tool has one. */
  readonly resultSchema?: JsonSchemaObject;
  /** The call that made this call. Unset for a call of the model. */
  readonly parent?: ParentCall;
  /** The effect that the call would have, from the preview method. Only people read it. */
  readonly preview?: ShownPreview;
  /** The facts that the tool or the policy gave for the decision. */
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** SHA-256 of tool fingerprint, version, canonical arguments, run, user and preview. */
  readonly fingerprint: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}
