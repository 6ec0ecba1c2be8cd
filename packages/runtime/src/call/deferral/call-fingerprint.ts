import { fingerprintOf, hashOf, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';

/** The facts that an approval is bound to. */
export interface ApprovedCall {
  readonly definition: ToolDefinition;
  /** The name that the call used. It may be an alias. */
  readonly tool: string;
  /** The arguments with defaults. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  readonly input: Readonly<Record<string, JsonValue>> | undefined;
  /** The schema of the values that people supply to the tool. */
  readonly fields: JsonSchemaObject | undefined;
  readonly runId: string;
  readonly userId: string | undefined;
  /** The hash of the preview in the request. */
  readonly preview?: string | undefined;
}

/**
 * Returns a SHA-256 over tool, version, schema, arguments, input of the user, run, user and
 * preview.
 */
export function callFingerprint({
  definition,
  tool,
  arguments: args,
  input,
  fields,
  runId,
  userId,
  preview,
}: ApprovedCall): string {
  const { name, version, parameters, fingerprint } = definition;
  const ofTool = tool === name ? fingerprint : fingerprintOf(tool, version, parameters);
  const call = [ofTool, version, args, input ?? null, runId, userId ?? null];
  const ofFields = fields === undefined ? [] : [fields as JsonValue];
  const ofPreview = preview === undefined ? [] : [['preview', preview]];
  return hashOf([...call, ...ofFields, ...ofPreview]);
}

/** Compares fingerprints. Its duration does not depend on their content. */
export function sameFingerprint(one: unknown, other: string): boolean {
  if (typeof one !== 'string') return false;
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && process.getBuiltinModule('node:crypto').timingSafeEqual(a, b);
}
