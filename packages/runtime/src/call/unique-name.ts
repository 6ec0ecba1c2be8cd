/*
 * Names of runs, calls and errors: unlikely to meet another one anywhere, and no secrets. Not `randomUUID`, since loading
 * node:crypto costs more than the whole of Haft; what must not be guessed (a deferral request) takes that.
 */

const RANDOM_DIGITS = 36 ** 6;
let prefix: string | undefined;
let count = 0;

/** A name like `run_k3v9q2x1m5ab_1`, without a kind `k3v9q2x1m5ab_1`: random once a process, then counted. */
export function uniqueName(kind?: 'run' | 'call'): string {
  prefix ??= randomText() + randomText();
  const name = `${prefix}_${(++count).toString(36)}`;
  return kind === undefined ? name : `${kind}_${name}`;
}

function randomText(): string {
  return Math.floor(Math.random() * RANDOM_DIGITS)
    .toString(36)
    .padStart(6, '0');
}
