import type { AppDeps } from './app-deps.js';
import { createLibrary } from './create-runtime.js';

/*
 * The module that `npx haft call` and `npx haft mcp` load: the runtime, and the options of its
 * runs.
 */

export const runtime = createLibrary();

export function runOptions(): { deps: AppDeps } {
  return { deps: { reader: process.env['READER'] ?? 'nobody' } };
}
