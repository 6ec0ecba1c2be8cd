import type { JsonValue } from '@haft/schema';
import { canonicalJson } from '@haft/schema/basics';

/** Returns the HMAC-SHA256 of plain JSON. The order of properties does not matter. */
export function signatureOf(plain: JsonValue, secret: string): string {
  const crypto = process.getBuiltinModule('node:crypto');
  return crypto.createHmac('sha256', secret).update(canonicalJson(plain)).digest('hex');
}
