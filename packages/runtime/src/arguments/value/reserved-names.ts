/** Names through which a prototype could be reached. No argument may have one, wherever it stands. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
