import type { Path } from '../issues/issue.js';

/** Matches nearly every name, and is much faster. */
const PLAIN = /^[a-zA-Z_$][\w$]*$/;
/**
 * Compiled on first use. For a literal with `\p`, V8 looks up all Unicode letters when it reads the
 * file (0.4 ms).
 */
let identifier: RegExp | undefined;

/**
 * Writes a path as in source code: `filters[0].since`, `headers["x-id"]`. The empty path is the
 * empty string.
 */
export function pathText(path: Path): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (PLAIN.test(key) || isIdentifier(key)) text += text === '' ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}

function isIdentifier(name: string): boolean {
  identifier ??= new RegExp('^[\\p{ID_Start}$_][\\p{ID_Continue}$]*$', 'u');
  return identifier.test(name);
}
