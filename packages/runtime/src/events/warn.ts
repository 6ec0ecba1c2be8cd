import type { HaftError } from '@haft/core';

/** Writes an error that nobody listens to as a process warning, so that it is not lost. */
export function warn(error: HaftError): void {
  const { cause, message, code, hint } = error;
  const detail = cause instanceof Error ? `${hint}\n${cause.stack ?? cause.message}` : hint;
  process.emitWarning(message, { type: 'HaftWarning', code, detail });
}
