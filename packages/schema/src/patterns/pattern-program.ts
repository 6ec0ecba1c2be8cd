import type { PatternNode } from './parse-pattern.js';

/** The kinds of steps in a {@link PatternProgram}. */
export const STEP = { end: 0, character: 1, fork: 2, '^': 3, $: 4, '\\b': 5, '\\B': 6 } as const;

/**
 * A pattern as a list of steps. Arrays of numbers are fast, and one text visits millions of steps.
 */
export interface PatternProgram {
  readonly length: number;
  readonly start: number;
  /** By step: its kind, one of {@link STEP}. */
  readonly kinds: Uint8Array;
  /** By step: the next step. For a fork: the position of its list in `forks`. */
  readonly next: Uint32Array;
  /** By step: the index of the source in `characters`. For a fork: the length of its list. */
  readonly details: Uint32Array;
  /** The next steps of all forks, one list after the other. */
  readonly forks: Uint32Array;
  /** The sources of the characters, each once. */
  readonly characters: readonly string[];
}

/** Generates the steps of a pattern, from its end to its beginning. */
export function programOf(node: PatternNode): PatternProgram {
  const [kinds, next, details, forks]: [number[], number[], number[], number[]] = [[], [], [], []];
  const characters = new Map<string, number>();
  const add = (kind: keyof typeof STEP, after: number, detail = 0): number => {
    next.push(after);
    details.push(detail);
    return kinds.push(STEP[kind]) - 1;
  };
  const fork = (...steps: readonly number[]): number => {
    const list = forks.push(...steps) - steps.length;
    return add('fork', list, steps.length);
  };
  const write = (one: PatternNode, after: number): number => {
    switch (one.kind) {
      case 'character': {
        const takes = characters.get(one.source) ?? characters.size;
        characters.set(one.source, takes);
        return add('character', after, takes);
      }
      case 'place':
        return add(one.source, after);
      case 'sequence':
        return one.parts.reduceRight((following, part) => write(part, following), after);
      case 'choice':
        if (one.parts.length === 1 && one.parts[0] !== undefined) return write(one.parts[0], after);
        return fork(...one.parts.map((part) => write(part, after)));
      case 'repeat':
        return writeRepeat(one, after);
    }
  };
  const writeRepeat = ({ part, least, most }: PatternNode & { kind: 'repeat' }, after: number): number => {
    let first = after;
    if (most === Infinity) {
      // The part leads back to the fork, so its place in the list is filled last.
      first = fork(after, 0);
      const back = forks.length - 1;
      forks[back] = write(part, first);
    } else {
      for (let i = least; i < most; i++) first = fork(after, write(part, first));
    }
    for (let i = 0; i < least; i++) first = write(part, first);
    return first;
  };
  add('end', 0);
  const start = write(node, 0);
  return {
    length: kinds.length,
    start,
    kinds: Uint8Array.from(kinds),
    next: Uint32Array.from(next),
    details: Uint32Array.from(details),
    forks: Uint32Array.from(forks),
    characters: [...characters.keys()],
  };
}
