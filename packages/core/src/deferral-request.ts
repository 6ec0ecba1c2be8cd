import type { JsonSchemaObject, JsonValue } from '@haft/schema';

/** What a deferred call waits for. Plain JSON: it survives `JSON.parse(JSON.stringify(request))`. */
export interface DeferralRequest {
  readonly kind: 'approval' | 'input' | 'external';
  /** Random; names the request in a decision. */
  readonly id: string;
  readonly callId: string;
  readonly tool: string;
  readonly version: string;
  /** Validated, in the form the model may send them; sensitive ones are left out. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** For `input`: the schema of what the user is asked for. */
  readonly fields?: JsonSchemaObject;
  /** For `external`: the schema of the result, where the tool has one. */
  readonly resultSchema?: JsonSchemaObject;
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** SHA-256 over tool fingerprint, version, canonical arguments, run and user. */
  readonly fingerprint: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}
