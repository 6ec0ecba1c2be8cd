/**
 * Finds a cycle: positions that each need the next one. The first is repeated at the end and is the
 * least of them. Empty if there is no cycle.
 *
 * @param needs - for each position, the positions that it needs
 */
export function findCycle(needs: readonly (readonly number[])[]): readonly number[] {
  const blocked = blockedBy(needs);
  let at = blocked.findIndex((count) => count > 0);
  if (at === -1) return [];
  // Each blocked position needs a blocked one, so that the walk comes back to one that it has seen.
  const walked: number[] = [];
  const placeOf = new Map<number, number>();
  while (!placeOf.has(at)) {
    placeOf.set(at, walked.length);
    walked.push(at);
    at = (needs[at] as readonly number[]).find((one) => (blocked[one] as number) > 0) as number;
  }
  const cycle = walked.slice(placeOf.get(at));
  const start = cycle.indexOf(cycle.reduce((least, one) => Math.min(least, one)));
  return [...cycle.slice(start), ...cycle.slice(0, start), cycle[start] as number];
}

/** Takes positions away that need nothing more. Returns how many needs are left of each. */
function blockedBy(needs: readonly (readonly number[])[]): readonly number[] {
  const left = needs.map((one) => one.length);
  const dependents = dependentsOf(needs);
  const free = [...left.keys()].filter((index) => left[index] === 0);
  for (const index of free) {
    for (const dependent of dependents[index] as readonly number[]) {
      (left[dependent] as number)--;
      if (left[dependent] === 0) free.push(dependent);
    }
  }
  return left;
}

/** Returns for each position the positions that need it. */
export function dependentsOf(needs: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const dependents: number[][] = needs.map(() => []);
  for (const [index, needed] of needs.entries()) for (const one of needed) dependents[one]?.push(index);
  return dependents;
}
