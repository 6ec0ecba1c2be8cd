import type { Reader } from './type-handler.js';

/** Names through which a prototype could be reached: the runtime refuses every argument that has one. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Reports a property or parameter that no call could ever give. */
export function reportReservedName(name: string, read: Pick<Reader, 'report'>): void {
  if (!RESERVED_NAMES.has(name)) return;
  read.report({
    code: 'HAFT1040',
    message: `A property '${name}' cannot be an argument: it could change what the object inherits, so that no call may have it.`,
    fix: `Give '${name}' another name.`,
  });
}
