/** The number of characters that a comparison reads of a name. */
const LONGEST = 64;
const SEPARATORS = /[\s_.-]+/g;

/**
 * Returns the name that the author of a program probably meant: equal but for case and separators,
 * its beginning, or at most a third of its letters wrong. If several are equally near, returns the
 * first. Every start reads this file, so it is shorter than the search for texts of models, which
 * `@haft/schema` has.
 */
export function nearName(word: string, names: Iterable<string>): string | undefined {
  const wanted = plain(word);
  let best: string | undefined;
  let least = Infinity;
  for (const name of wanted === '' ? [] : names) {
    const distance = distanceOf(wanted, plain(name));
    if (distance >= least) continue;
    best = name;
    least = distance;
  }
  return best;
}

function plain(name: string): string {
  return name.slice(0, LONGEST).toLowerCase().replace(SEPARATORS, '');
}

/** Returns how far two words are from each other, or `Infinity` if they are not near. */
function distanceOf(wanted: string, name: string): number {
  if (wanted === name) return 0;
  const shorter = Math.min(wanted.length, name.length);
  const longer = Math.max(wanted.length, name.length);
  // A long beginning is better than one mistake, a short one is worse.
  if (shorter >= 2 && (wanted.startsWith(name) || name.startsWith(wanted))) return 1.8 - shorter / longer;
  const found = mistakes(wanted, name);
  return longer > 2 && found <= Math.max(1, Math.min(4, longer / 3)) ? found : Infinity;
}

/** Counts the insertions, deletions, replacements and swaps of neighbours between two words. */
function mistakes(a: string, b: string): number {
  let beforeAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(above, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(beforeAbove, j - 2) + 1 : Infinity;
      row.push(Math.min(at(above, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    [beforeAbove, above] = [above, row];
  }
  return at(above, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
