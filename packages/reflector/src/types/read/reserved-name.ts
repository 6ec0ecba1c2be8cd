import type { Reader } from './type-handler.js';

/** Names that could give access to a prototype. The runtime rejects every argument with one. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Reports a property or parameter that no call could ever have. */
export function reportReservedName(name: string, read: Pick<Reader, 'report'>): void {
  if (!RESERVED_NAMES.has(name)) return;
  read.report({
    code: 'HAFT1040',
    message: `A property '${name}' cannot be an argument: it could change the object's prototype, so Haft rejects it in every call.`,
    fix: `Give '${name}' another name.`,
  });
}
