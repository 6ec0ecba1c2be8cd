import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@haft/core';

const nothing = (): void => undefined;

/** Keeps nothing, prints nothing. */
export function quietLogger(): Logger {
  return { debug: nothing, info: nothing, warn: nothing, error: nothing };
}

/** The same for Nest itself. */
export const SILENT_NEST: LoggerService = { log: nothing, error: nothing, warn: nothing };
