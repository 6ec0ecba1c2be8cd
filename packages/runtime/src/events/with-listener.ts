import type { Logger } from '@haft/core';
import type { LogLine } from './run-event.js';

/** Wraps a logger and passes every line to `tell`, too. */
export function withListener(logger: Logger, tell: (line: LogLine) => void): Logger {
  const writer = (level: keyof Logger) => (message: string, details?: object) => {
    if (details === undefined) logger[level](message);
    else logger[level](message, details);
    tell({ level, message, ...(details === undefined ? {} : { details }) });
  };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}
