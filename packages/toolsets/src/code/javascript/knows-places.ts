import { hasTypeScript } from '../check/has-typescript.js';

/**
 * Returns whether the lines of a running program are those that the model wrote. Node 20 cannot
 * remove types itself. There, `run` lets the package `typescript` print the program anew, and a
 * place would be wrong.
 */
export function knowsPlaces(): boolean {
  return 'stripTypeScriptTypes' in process.getBuiltinModule('node:module') || !hasTypeScript();
}
