import type { Logger } from '@haft/core';

/** Keeps nothing, prints nothing. */
export function quietLogger(): Logger {
  const nothing = (): void => undefined;
  return { debug: nothing, info: nothing, warn: nothing, error: nothing };
}
