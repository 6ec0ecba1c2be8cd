import type { JsonSchemaObject, JsonValue } from '@haft/schema';

/**
 * The request of a deferred call. Plain JSON: it survives `JSON.parse(JSON.stringify(request))`.
 */
export interface DeferralRequest {
  readonly kind: 'approval' | 'input' | 'external';
  /** A random id that a decision names. */
  readonly id: string;
  readonly callId: string;
  readonly tool: string;
  readonly version: string;
  /** The validated arguments, in the form that the model may send, without sensitive ones. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** For `input`: the schema of the values that the user supplies. */
  readonly fields?: JsonSchemaObject;
  /** For `external`: the schema of the result, if the tool has one. */
  readonly resultSchema?: JsonSchemaObject;
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** SHA-256 of tool fingerprint, version, canonical arguments, run and user. */
  readonly fingerprint: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}
