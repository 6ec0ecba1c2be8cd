import type { Path } from './issue.js';

/** Nearly every name, and much faster to recognise. */
const PLAIN = /^[a-zA-Z_$][\w$]*$/;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** A path as a person writes it: `filters[0].since`, `headers["x-id"]`. The empty path is the empty string. */
export function pathText(path: Path): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (PLAIN.test(key) || IDENTIFIER.test(key)) text += text === '' ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}
