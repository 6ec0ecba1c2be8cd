import type { ArgumentLimits } from '../accepted-arguments.js';
import { RESERVED_NAMES } from './count-names.js';

/** The result of {@link measureValue}. */
export interface Measured {
  /** Sentence about a value that is too large or cannot be read. */
  readonly problem?: string;
  readonly misfits: readonly Misfit[];
  /** Whether a property is `undefined`, which JSON does not have. */
  readonly hasUndefined: boolean;
  /** Whether all numbers are finite. JSON does not have others. */
  readonly isFinite: boolean;
  /** Whether all texts and names are well-formed: none has half of a surrogate pair. */
  readonly isWellFormed: boolean;
}

/** A value that JSON does not have, or a name that arguments must not have. */
export interface Misfit {
  readonly kind: 'reserved name' | 'getter' | 'instance';
  readonly place: Place;
}

/**
 * Compares a value with the limits, and finds reserved names, getters and class instances. It does
 * not use recursion and does not call getters.
 */
export function measureValue(root: unknown, limits: ArgumentLimits): Measured {
  try {
    return new Measurement(limits).measure(root);
  } catch {
    // A proxy may throw anything.
    return refusal(UNREADABLE);
  }
}

/** Returns the result for a value that is too large or cannot be read. */
function refusal(problem: string): Measured {
  return { problem, misfits: [], hasUndefined: false, isFinite: true, isWellFormed: true };
}

/** The sentence about a value whose code throws. */
export const UNREADABLE = 'The arguments cannot be read.';

/** A value with its key and its parents. */
export interface Place {
  readonly value: unknown;
  readonly key: string | number;
  readonly parent: Place | undefined;
  readonly depth: number;
}

class Measurement {
  private readonly misfits: Misfit[] = [];
  private readonly rest: Place[] = [];
  private hasUndefined = false;
  private isFinite = true;
  private isWellFormed = true;

  constructor(private readonly limits: ArgumentLimits) {}

  measure(root: unknown): Measured {
    const { maxCharacters, maxDepth, maxNodes } = this.limits;
    this.rest.push({ value: root, key: '', parent: undefined, depth: 0 });
    let nodes = 0;
    let characters = 0;
    for (let place = this.rest.pop(); place !== undefined; place = this.rest.pop()) {
      // It counts the children first, to skip a list or an object of a million values.
      const keys = keysOf(place.value);
      if (++nodes + this.rest.length + keys.length > maxNodes)
        return refusal(`The arguments hold more than ${maxNodes} values.`);
      if (typeof place.key === 'string') characters += this.lengthOf(place.key);
      if (typeof place.value === 'string') characters += this.lengthOf(place.value);
      if (characters > maxCharacters) return refusal(`The arguments hold more than ${maxCharacters} characters.`);
      if (typeof place.value === 'number' && !Number.isFinite(place.value)) this.isFinite = false;
      if (typeof place.value !== 'object' || place.value === null) continue;
      if (place.depth >= maxDepth) return refusal(`The arguments are nested more than ${maxDepth} levels deep.`);
      if (Array.isArray(place.value)) this.enterArray(place.value, place);
      else this.enterObject(place.value, keys as readonly string[], place);
    }
    const { misfits, hasUndefined, isFinite, isWellFormed } = this;
    return { misfits, hasUndefined, isFinite, isWellFormed };
  }

  private lengthOf(text: string): number {
    if (!text.isWellFormed()) this.isWellFormed = false;
    return text.length;
  }

  private enterArray(items: readonly unknown[], place: Place): void {
    for (let i = items.length - 1; i >= 0; i--)
      this.rest.push({ value: items[i], key: i, parent: place, depth: place.depth + 1 });
  }

  private enterObject(object: object, keys: readonly string[], place: Place): void {
    const prototype: unknown = Object.getPrototypeOf(object);
    // The prototype of a plain object, of any realm, is the end of the chain.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      this.misfits.push({ kind: 'instance', place });
      return;
    }
    for (let i = keys.length - 1; i >= 0; i--) this.enterProperty(object, keys[i] as string, place);
  }

  private enterProperty(object: object, key: string, parent: Place): void {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    const place: Place = { value: descriptor?.value, key, parent, depth: parent.depth + 1 };
    if (RESERVED_NAMES.has(key)) this.misfits.push({ kind: 'reserved name', place });
    else if (descriptor?.get !== undefined) this.misfits.push({ kind: 'getter', place });
    else if (place.value === undefined) this.hasUndefined = true;
    else this.rest.push(place);
  }
}

/** Returns one element for each child. A list is its own result. */
function keysOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.keys(value) : NO_KEYS;
}

const NO_KEYS: readonly string[] = [];
