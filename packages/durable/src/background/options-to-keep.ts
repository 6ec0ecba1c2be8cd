import type { RunOptions } from '@haft/runtime';

/** Returns the options of a run that its background calls have, too. Its signal ends with it. */
export function optionsToKeep({ deps, metadata, permissions, onEvent }: RunOptions): RunOptions {
  return {
    ...(deps !== undefined && { deps }),
    ...(metadata && { metadata }),
    ...(permissions && { permissions }),
    ...(onEvent && { onEvent }),
  };
}
