/**
 * Runs a call as a generator: yields its progress immediately and returns its outcome. Rejects as
 * the call does.
 *
 * @param make - makes the call, which passes its progress to the given function
 */
export async function* withProgress<Outcome>(
  make: (onProgress: (progress: unknown) => void) => Promise<Outcome>,
): AsyncGenerator<unknown, Outcome, undefined> {
  const told: unknown[] = [];
  const call = { ended: false, wake: (): void => undefined };
  const outcome = make((progress) => {
    told.push(progress);
    call.wake();
  }).finally(() => {
    call.ended = true;
    call.wake();
  });
  outcome.catch(() => undefined); // awaited below, unless the reader stops early
  while (told.length > 0 || !call.ended) {
    if (told.length === 0) await new Promise<void>((resolve) => (call.wake = resolve));
    yield* told.splice(0);
  }
  return outcome;
}
