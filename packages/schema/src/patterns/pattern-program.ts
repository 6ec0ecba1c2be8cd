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

/** A step during the generation of a program. */
type Step =
  | { readonly kind: 'character'; readonly takes: number; readonly next: number }
  | { readonly kind: '^' | '$' | '\\b' | '\\B'; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'end' };

/** Generates the steps of a pattern, from its end to its beginning. */
export function programOf(node: PatternNode): PatternProgram {
  const steps: Step[] = [{ kind: 'end' }];
  const characters = new Map<string, number>();
  const add = (step: Step): number => steps.push(step) - 1;
  const write = (one: PatternNode, next: number): number => {
    switch (one.kind) {
      case 'character': {
        const takes = characters.get(one.source) ?? characters.size;
        characters.set(one.source, takes);
        return add({ kind: 'character', takes, next });
      }
      case 'place':
        return add({ kind: one.source, next });
      case 'sequence':
        return one.parts.reduceRight((after, part) => write(part, after), next);
      case 'choice':
        if (one.parts.length === 1 && one.parts[0] !== undefined) return write(one.parts[0], next);
        return add({ kind: 'fork', next: one.parts.map((part) => write(part, next)) });
      case 'repeat':
        return writeRepeat(one, next);
    }
  };
  const writeRepeat = ({ part, least, most }: PatternNode & { kind: 'repeat' }, next: number): number => {
    let first = next;
    if (most === Infinity) {
      const fork: number[] = [next];
      first = add({ kind: 'fork', next: fork });
      fork.push(write(part, first));
    } else {
      for (let i = least; i < most; i++) first = add({ kind: 'fork', next: [next, write(part, first)] });
    }
    for (let i = 0; i < least; i++) first = write(part, first);
    return first;
  };
  const start = write(node, 0);
  return packed(steps, start, [...characters.keys()]);
}

function packed(steps: readonly Step[], start: number, characters: readonly string[]): PatternProgram {
  const { length } = steps;
  const forks: number[] = [];
  const kinds = new Uint8Array(length);
  const next = new Uint32Array(length);
  const details = new Uint32Array(length);
  for (const [i, step] of steps.entries()) {
    kinds[i] = STEP[step.kind];
    if (step.kind === 'fork') {
      next[i] = forks.length;
      details[i] = step.next.length;
      forks.push(...step.next);
    } else if (step.kind !== 'end') next[i] = step.next;
    if (step.kind === 'character') details[i] = step.takes;
  }
  return { length, start, kinds, next, details, forks: Uint32Array.from(forks), characters };
}
