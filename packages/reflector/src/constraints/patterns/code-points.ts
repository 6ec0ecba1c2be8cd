/** A set of code points as sorted ranges that do not touch. */
export type CodePoints = readonly (readonly [from: number, to: number])[];

const LAST = 0x10ffff;

/** Sorts and joins ranges. */
export function union(...sets: readonly CodePoints[]): CodePoints {
  const sorted = sets.flat().sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [from, to] of sorted) {
    const before = joined.at(-1);
    if (before !== undefined && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Returns everything that is not in a set. */
export function complement(set: CodePoints): CodePoints {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST) rest.push([next, LAST]);
  return rest;
}

/** Returns whether two sets have a code point in common. */
export function overlap(a: CodePoints, b: CodePoints): boolean {
  return a.some(([from, to]) => b.some(([first, last]) => from <= last && first <= to));
}

const DIGIT: CodePoints = [[0x30, 0x39]];
const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const SPACE: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** The sets of `\d`, `\W` and so on, by their letter. `.` is the dot. */
export const CLASSES: ReadonlyMap<string, CodePoints> = new Map([
  ['d', DIGIT],
  ['D', complement(DIGIT)],
  ['w', WORD],
  ['W', complement(WORD)],
  ['s', SPACE],
  ['S', complement(SPACE)],
  ['.', complement(LINE_ENDS)],
]);
