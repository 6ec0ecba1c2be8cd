import type { Issue, Path } from '@haft/schema';
import { describeReceived } from '@haft/schema/internal';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { RESERVED_NAMES } from './count-names.js';

/** The result of {@link inspectValue}. */
export interface Inspection {
  /** Sentence about a value that is too large or cannot be read. */
  readonly problem?: string;
  readonly issues: readonly Issue[];
  /** Whether a property is `undefined`, which JSON does not have. */
  readonly hasUndefined: boolean;
  /** Whether all numbers are finite. JSON does not have others. */
  readonly isFinite: boolean;
}

/**
 * Compares a value with the limits, and reports reserved names, getters and class instances. It
 * does not use recursion and does not call getters.
 */
export function inspectValue(root: unknown, limits: ArgumentLimits): Inspection {
  try {
    return new Inspector(limits).inspect(root);
  } catch {
    // A proxy may throw anything.
    return { problem: 'The arguments cannot be read.', issues: [], hasUndefined: false, isFinite: true };
  }
}

/** A value with its key and its parents, from which {@link pathOf} builds its path. */
interface Place {
  readonly value: unknown;
  readonly key: string | number;
  readonly parent: Place | undefined;
  readonly depth: number;
}

class Inspector {
  private readonly issues: Issue[] = [];
  private readonly rest: Place[] = [];
  private hasUndefined = false;
  private isFinite = true;

  constructor(private readonly limits: ArgumentLimits) {}

  inspect(root: unknown): Inspection {
    const { maxCharacters, maxDepth, maxNodes } = this.limits;
    this.rest.push({ value: root, key: '', parent: undefined, depth: 0 });
    let nodes = 0;
    let characters = 0;
    for (let place = this.rest.pop(); place !== undefined; place = this.rest.pop()) {
      // It counts the children first, to skip a list or an object of a million values.
      const keys = keysOf(place.value);
      if (++nodes + this.rest.length + keys.length > maxNodes)
        return this.refusal(`The arguments hold more than ${maxNodes} values.`);
      if (typeof place.key === 'string') characters += place.key.length;
      if (typeof place.value === 'string') characters += place.value.length;
      if (characters > maxCharacters) return this.refusal(`The arguments hold more than ${maxCharacters} characters.`);
      if (typeof place.value === 'number' && !Number.isFinite(place.value)) this.isFinite = false;
      if (typeof place.value !== 'object' || place.value === null) continue;
      if (place.depth >= maxDepth) return this.refusal(`The arguments are nested more than ${maxDepth} levels deep.`);
      if (Array.isArray(place.value)) this.enterArray(place.value, place);
      else this.enterObject(place.value, keys as readonly string[], place);
    }
    return { issues: this.issues, hasUndefined: this.hasUndefined, isFinite: this.isFinite };
  }

  private refusal(problem: string): Inspection {
    return { problem, issues: [], hasUndefined: false, isFinite: true };
  }

  private enterArray(items: readonly unknown[], place: Place): void {
    for (let i = items.length - 1; i >= 0; i--)
      this.rest.push({ value: items[i], key: i, parent: place, depth: place.depth + 1 });
  }

  private enterObject(object: object, keys: readonly string[], place: Place): void {
    const prototype: unknown = Object.getPrototypeOf(object);
    // The prototype of a plain object, of any realm, is the end of the chain.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      this.report(place, 'plainData', 'plain JSON', `an instance of ${nameOf(object)}`);
      return;
    }
    for (let i = keys.length - 1; i >= 0; i--) this.enterProperty(object, keys[i] as string, place);
  }

  private enterProperty(object: object, key: string, parent: Place): void {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    const place: Place = { value: descriptor?.value, key, parent, depth: parent.depth + 1 };
    if (RESERVED_NAMES.has(key))
      this.report(place, 'reservedName', 'no property of this name', describeReceived(place.value));
    else if (descriptor?.get !== undefined) this.report(place, 'plainData', 'plain JSON', 'a getter');
    else if (place.value === undefined) this.hasUndefined = true;
    else this.rest.push(place);
  }

  private report(place: Place, rule: string, expected: string, received: string): void {
    this.issues.push({ path: pathOf(place), rule, expected, received });
  }
}

/** Returns one element for each child. A list is its own result. */
function keysOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.keys(value) : NO_KEYS;
}

const NO_KEYS: readonly string[] = [];

function nameOf(object: object): string {
  const { constructor } = object as { constructor?: unknown };
  return typeof constructor === 'function' && constructor.name !== '' ? constructor.name : 'a class';
}

function pathOf(place: Place): Path {
  const path: (string | number)[] = [];
  for (let one = place; one.parent !== undefined; one = one.parent) path.unshift(one.key);
  return path;
}
