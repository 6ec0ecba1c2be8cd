import { createRequire } from 'node:module';

/**
 * Returns whether a TypeScript with the API of the compiler is installed, without loading it.
 * Version 7 has another one.
 *
 * @param from - the address of a file from which TypeScript is resolved
 */
export function hasTypeScript(from: string = import.meta.url): boolean {
  try {
    const require = createRequire(from);
    const { version } = require('typescript/package.json') as { readonly version: string };
    return /^[56]\./.test(version);
  } catch {
    return false;
  }
}
