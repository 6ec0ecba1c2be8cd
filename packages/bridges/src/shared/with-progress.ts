/** One piece of news of a call: how far it is, or what came of it. */
export type News<Outcome> =
  { readonly type: 'progress'; readonly progress: unknown } | { readonly type: 'outcome'; readonly outcome: Outcome };

/**
 * A call as a stream: its progress as it is told, then its outcome. Rejects as the call does.
 *
 * @param make - makes the call, which tells its progress to the given function
 */
export async function* withProgress<Outcome>(
  make: (onProgress: (progress: unknown) => void) => Promise<Outcome>,
): AsyncGenerator<News<Outcome>, void> {
  const told: unknown[] = [];
  const call = { ended: false, wake: (): void => undefined };
  const outcome = make((progress) => {
    told.push(progress);
    call.wake();
  }).finally(() => {
    call.ended = true;
    call.wake();
  });
  outcome.catch(() => undefined); // awaited below, unless nobody reads on
  while (told.length > 0 || !call.ended) {
    if (told.length === 0) await new Promise<void>((resolve) => (call.wake = resolve));
    for (const progress of told.splice(0)) yield { type: 'progress', progress };
  }
  yield { type: 'outcome', outcome: await outcome };
}
