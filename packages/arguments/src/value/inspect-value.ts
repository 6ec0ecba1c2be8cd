import type { Issue, Path } from '@haft/schema';
import { describeReceived } from '@haft/schema/internal';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { measureValue, UNREADABLE, type Measured, type Misfit, type Place } from './measure-value.js';

/** The result of {@link inspectValue}. */
export interface Inspection extends Omit<Measured, 'misfits'> {
  readonly issues: readonly Issue[];
}

/**
 * Compares a value with the limits, and reports reserved names, getters and class instances. It
 * does not use recursion and does not call getters.
 */
export function inspectValue(root: unknown, limits: ArgumentLimits): Inspection {
  const { misfits, ...measured } = measureValue(root, limits);
  try {
    return { ...measured, issues: misfits.map(issueOf) };
  } catch {
    // The class of an instance may throw anything.
    return { problem: UNREADABLE, issues: [], hasUndefined: false, isFinite: true, isWellFormed: true };
  }
}

function issueOf({ kind, place }: Misfit): Issue {
  const path = pathOf(place);
  if (kind === 'reserved name') {
    const expected = 'no property of this name';
    return { path, rule: 'reservedName', expected, received: describeReceived(place.value) };
  }
  const received = kind === 'getter' ? 'a getter' : `an instance of ${nameOf(place.value)}`;
  return { path, rule: 'plainData', expected: 'plain JSON', received };
}

function nameOf(instance: unknown): string {
  const { constructor } = instance as { constructor?: unknown };
  return typeof constructor === 'function' && constructor.name !== '' ? constructor.name : 'a class';
}

function pathOf(place: Place): Path {
  const path: (string | number)[] = [];
  for (let one = place; one.parent !== undefined; one = one.parent) path.unshift(one.key);
  return path;
}
