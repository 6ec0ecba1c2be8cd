import type { Path } from './issue.js';

/** Nearly every name, and much faster to recognise. */
const PLAIN = /^[a-zA-Z_$][\w$]*$/;
/** Made when a name needs it: of a literal with `\p`, V8 looks up all letters of Unicode as soon as it reads the file (0.4 ms). */
let identifier: RegExp | undefined;

/** A path as a person writes it: `filters[0].since`, `headers["x-id"]`. The empty path is the empty string. */
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
