/**
 * Counts the values of a JSON document, without recursion.
 *
 * @param most - stops beyond this count
 * @returns more than `most` also for a document that is nested too deep for any walk
 */
export function countValues(root: unknown, most = Infinity): number {
  const rest: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let count = 0;
  for (let one = rest.pop(); one !== undefined && count <= most; one = rest.pop()) {
    count += 1;
    const { value, depth } = one;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > DEEPEST) return Infinity;
    for (const inside of Object.values(value)) rest.push({ value: inside, depth: depth + 1 });
  }
  return count;
}

const DEEPEST = 1_000;
