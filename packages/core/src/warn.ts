import type { HaftError } from './errors/haft-error.js';

/** Emits a process warning with an error, so it is visible without a listener. */
export function warn(error: HaftError): void {
  const { cause, message, code, hint } = error;
  const detail = cause instanceof Error ? `${hint}\n${cause.stack ?? cause.message}` : hint;
  process.emitWarning(message, { type: 'HaftWarning', code, detail });
}
