import { isThenable } from '@haft/core/internal';

/** Calls a listener and passes its error or rejection to `failed`: it must not affect a call. */
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
