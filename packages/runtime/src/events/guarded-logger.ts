import { HaftError, type Logger } from '@haft/core';
import { warn } from '@haft/core/internal';
import { notifyListener } from './notify-listener.js';

/** Wraps a logger of the host. Its first error or rejection becomes a process warning. */
export function guardedLogger(logger: AnyLogger): Logger {
  let isTold = false;
  const tellOnce = (cause: unknown): void => {
    if (!isTold) warn(loggerFailed(cause));
    isTold = true;
  };
  const writer =
    (level: keyof Logger) =>
    (...line: Line): void => {
      notifyListener((...same: Line) => logger[level](...same), line, tellOnce);
    };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}

type Line = [message: string, details?: object];
type AnyLogger = Readonly<Record<keyof Logger, (...line: Line) => unknown>>;

function loggerFailed(cause: unknown): HaftError {
  return new HaftError('HAFT_LOGGER_FAILED', 'The logger of a runtime threw. Lines for developers are lost.', {
    hint: 'Fix the logger of createRuntime({ observe: { logger } }).',
    cause,
  });
}
