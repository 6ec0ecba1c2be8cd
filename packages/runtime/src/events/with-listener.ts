import type { Logger } from '@haft/core';
import type { LogLine } from './run-event.js';

/** The same logger, and somebody who is told of every line. */
export function withListener(logger: Logger, tell: (line: LogLine) => void): Logger {
  const writer = (level: keyof Logger) => (message: string, details?: object) => {
    if (details === undefined) logger[level](message);
    else logger[level](message, details);
    tell({ level, message, ...(details === undefined ? {} : { details }) });
  };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}
