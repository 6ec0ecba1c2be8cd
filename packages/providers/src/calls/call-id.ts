/** Marks ids that no provider knows. */
const MADE = 'made_';

/**
 * An id for a call that came without one, or with one that another call of its turn has. No other call of the conversation has it,
 * in whatever process it goes on.
 */
export function makeCallId(): string {
  return MADE + crypto.randomUUID().replaceAll('-', '');
}

/** Whether a call came without an id of its own, so that its provider matches results by their order. */
export function isMadeId(id: string): boolean {
  return id.startsWith(MADE);
}

/** The id that a provider gave, unless it is empty or taken: then one that is made. */
export function callIdOf(given: string | null | undefined, taken: readonly { readonly id: string }[]): string {
  if (given === null || given === undefined || given === '') return makeCallId();
  return taken.some(({ id }) => id === given) ? makeCallId() : given;
}
