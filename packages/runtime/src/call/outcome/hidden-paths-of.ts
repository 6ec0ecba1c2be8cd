import type { Path } from '@haft/schema';
import { hiddenPaths } from '@haft/arguments/lazy';
import type { Call } from '../call.js';

/** Returns the paths of arguments whose values no text shows. Computes them once for each tool. */
export function hiddenPathsOf({ run, state: { planned } }: Call): readonly Path[] {
  return (planned.hiddenPaths ??= hiddenPaths(planned.tool.check, run.runtime.observe.redactedKeys));
}
