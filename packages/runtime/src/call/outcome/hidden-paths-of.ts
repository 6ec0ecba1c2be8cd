import type { Path } from '@haft/schema';
import { hiddenPaths } from '../../arguments/lazy.js';
import type { Call } from '../call.js';

/** The places of a call's arguments whose values no text shows: looked up with the first of a tool that is asked about. */
export function hiddenPathsOf({ run, state: { planned } }: Call): readonly Path[] {
  return (planned.hiddenPaths ??= hiddenPaths(planned.tool.check, run.runtime.redactedKeys));
}
