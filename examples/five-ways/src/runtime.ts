import type { AppDeps } from './app-deps.js';
import { createLibrary } from './create-runtime.js';

/* What `npx haft call` and `npx haft mcp` load: the runtime, and what it starts a run with. */

export const runtime = createLibrary();

export function runOptions(): { deps: AppDeps } {
  return { deps: { reader: process.env['READER'] ?? 'nobody' } };
}
