import type { UnfitArguments } from './accept-quickly.js';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome } from './accepted-arguments.js';
import { acceptParsed, acceptValue } from './accept-value.js';
import { readSent } from './read-sent.js';

/** Mends arguments that `acceptQuickly` did not take, or says what is wrong with them. */
export function acceptCarefully(
  check: ArgumentCheck,
  { sent, value, problem }: UnfitArguments,
  limits: AcceptOptions,
): ArgumentsOutcome {
  if (problem !== undefined) return { refusal: { issues: [], problem }, repairs: [] };
  if (value !== undefined) return acceptParsed(check, { value, repairs: [], text: sent as string }, limits);
  const read = readSent(sent, check, limits);
  return 'refusal' in read ? read : acceptValue(check, read, limits);
}
