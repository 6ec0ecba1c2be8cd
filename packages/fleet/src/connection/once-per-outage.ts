import type { OnLinkError } from './link.js';

/**
 * Passes on one error for each time that the server is away. Every connection reports every attempt
 * to connect again, which is many lines a second. Passes on all other errors.
 *
 * @param now - returns milliseconds
 */
export function oncePerOutage(
  onError: OnLinkError,
  now: () => number = performance.now.bind(performance),
): OnLinkError {
  let last = -Infinity;
  return (error) => {
    if (!isOfConnection(error)) {
      onError(error);
      return;
    }
    const isNew = now() - last > CALM_MS;
    last = now();
    if (isNew) onError(error);
  };
}

/** An outage has ended if no connection fails for this time. Clients wait for less. */
const CALM_MS = 30_000;

function isOfConnection(error: unknown): boolean {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  return CODES.has(code) || (typeof message === 'string' && MESSAGES.test(message));
}

const CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  // Postgres is shut down, or starts.
  ...['57P01', '57P02', '57P03', '08000', '08003', '08006'],
]);
const MESSAGES = /\b(?:ECONN\w+|ETIMEDOUT|EPIPE)\b|Connection (?:is closed|terminated|ended)|LOADING/i;
