import { canonicalJson, type JsonSchemaObject, type JsonValue } from '@haft/schema';

/** SHA-256 of the canonical JSON of a value, in hex. */
export function hashOf(value: JsonValue): string {
  // Not a static import: loading node:crypto costs more than the whole of Haft, and most runs never hash.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** A tool's identity for approvals, caches and retry state: name, version and canonical parameter schema. */
export function fingerprintOf(name: string, version: string, parameters: JsonSchemaObject): string {
  return hashOf([name, version, parameters as JsonValue]);
}

/** Under which the files beside a generated module have what belongs to a tool: the beginning of its fingerprint. */
export function fingerprintKey(fingerprint: string): string {
  return fingerprint.slice(0, 16);
}
