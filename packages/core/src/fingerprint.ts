/*
 * Hashes of schemas, which tell whether a definition changed.
 */

import type { JsonSchemaObject } from '@haft/schema';
import { canonicalJson } from '@haft/schema/basics';

/** Returns the SHA-256 of the canonical JSON of a value, in hex. */
export function hashOf(value: unknown): string {
  // Not a static import: loading node:crypto takes longer than loading Haft, and most runs never
  // hash.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/**
 * Returns the identity of a tool for approvals, caches and retry counts: a hash of name, version
 * and canonical parameter schema.
 */
export function fingerprintOf(name: string, version: string, parameters: JsonSchemaObject): string {
  return hashOf([name, version, parameters]);
}

/**
 * Returns the key of a tool in the files next to a generated module: the first 16 characters of its
 * fingerprint.
 */
export function fingerprintKey(fingerprint: string): string {
  return fingerprint.slice(0, 16);
}
