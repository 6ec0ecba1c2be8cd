import { isThenable } from '../async/is-thenable.js';

/** Tells somebody who watches. What that throws, or what its promise rejects with, goes to `failed` and nowhere else: it watches. */
export function notifyListener<Told extends unknown[]>(
  tell: (...told: Told) => unknown,
  told: Told,
  failed: (error: unknown) => void,
): void {
  try {
    const answer = tell(...told);
    if (isThenable(answer)) answer.then(undefined, failed);
  } catch (error) {
    failed(error);
  }
}
