/*
 * Ids of runs, calls and errors. They are unique with high probability, and not secret, except
 * those of runs with a ledger: without a user, the id of a task proves whose it is.
 * `randomUUID` would load node:crypto, which takes longer than loading Haft. Ids that must be
 * unguessable (of deferral requests) use it.
 */

const RANDOM_DIGITS = 36 ** 6;
let prefix: string | undefined;
let count = 0;

/**
 * Returns an id like `run_k3v9q2x1m5ab_1`, without a kind `k3v9q2x1m5ab_1`: a random prefix for
 * each process, then a counter.
 */
export function uniqueName(kind?: 'run' | 'call'): string {
  prefix ??= randomText() + randomText();
  const name = `${prefix}_${(++count).toString(36)}`;
  return kind === undefined ? name : `${kind}_${name}`;
}

/** Returns an id of a run that cannot be guessed. */
export function secretRunName(): string {
  return `run_${process.getBuiltinModule('node:crypto').randomUUID()}`;
}

function randomText(): string {
  return Math.floor(Math.random() * RANDOM_DIGITS)
    .toString(36)
    .padStart(6, '0');
}
