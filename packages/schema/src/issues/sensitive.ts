import type { Path } from './issue.js';

/** The first key of a pattern for all properties of a name, also undeclared: `['**', name]`. */
const ANY_DEPTH = '**';

/** Returns the patterns for all properties with one of the names, at any depth of a value. */
export function anyDepth(names: Iterable<string>): readonly Path[] {
  return [...names].map((name) => [ANY_DEPTH, name.toLowerCase()]);
}

/**
 * Returns whether the value at a path must be hidden.
 *
 * Hides a sensitive value and its parts. Hides a string or a number in the place of an object with
 * a sensitive value, since it may contain or be that value. If a schema declares a sensitive value,
 * hides the value of an undeclared name, which may be a misspelled one. Hides a text that assigns a
 * value to a name of `**`, such as `{"password": "..."}` in a string.
 *
 * @param sensitive - paths in which `*` stands for every item or key, and `**` for any path
 */
export function hidesValue(sensitive: readonly Path[], path: Path, value: unknown, undeclared = false): boolean {
  if (sensitive.length === 0 || value === undefined) return false;
  const parts = sensitiveParts(sensitive);
  return startIn(parts, path) !== -1 || hidesOutside(parts, path, value, undeclared);
}

/** Returns whether a value must be hidden although no value at or around it is sensitive. */
export function hidesOutside(
  { names, declared }: SensitiveParts,
  path: Path,
  value: unknown,
  undeclared: boolean,
): boolean {
  if (names.size > 0 && typeof value === 'string' && assignsOne(value, names)) return true;
  if (declared.length === 0) return false;
  return undeclared || (typeof value !== 'object' && declared.some((one) => agree(one, path)));
}

/**
 * Returns how many keys of a path lead to the first sensitive value around the one at the path.
 * Returns -1 if no value around it is sensitive.
 */
export function sensitiveStart(sensitive: readonly Path[], path: Path): number {
  if (sensitive.length === 0) return -1;
  const start = startIn(sensitiveParts(sensitive), path);
  return start === path.length ? -1 : start;
}

/**
 * Returns how many keys of a path lead to the first sensitive value around or at the path. Returns
 * -1 if there is none.
 */
export function startIn({ names, declared }: SensitiveParts, path: Path): number {
  let start = path.length + 1;
  // Most tools declare none, and a loop over an empty list takes time.
  if (declared.length > 0) for (const one of declared) if (one.length < start && agree(one, path)) start = one.length;
  for (let at = 0; at + 1 < start; at++) if (isIn(names, path[at])) start = at + 1;
  return start > path.length ? -1 : start;
}

/** Returns whether some path is that of a declared value, not of a name at any depth. */
export function declaresSensitive(sensitive: readonly Path[]): boolean {
  return sensitiveParts(sensitive).declared.length > 0;
}

/** Sensitive paths by kind. */
export interface SensitiveParts {
  /** The names of {@link anyDepth}, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly declared: readonly Path[];
}

/** The parts by list. A tool has one list for all its calls. */
const known = new WeakMap<readonly Path[], SensitiveParts>();

/** Returns the parts of a list. Finds them once. */
export function sensitiveParts(sensitive: readonly Path[]): SensitiveParts {
  let parts = known.get(sensitive);
  if (parts === undefined) {
    const names = new Set(sensitive.filter(isAnyDepth).map(([, name]) => name.toLowerCase()));
    known.set(sensitive, (parts = { names, declared: sensitive.filter((one) => !isAnyDepth(one)) }));
  }
  return parts;
}

function isIn(names: ReadonlySet<string>, key: string | number | undefined): boolean {
  return typeof key === 'string' && names.has(key.toLowerCase());
}

/** Returns whether a path is a pattern of {@link anyDepth}. */
export function isAnyDepth(path: Path): path is readonly [typeof ANY_DEPTH, string] {
  return path.length === 2 && path[0] === ANY_DEPTH && typeof path[1] === 'string';
}

/** The characters between a name and its value in a text, in JSON, a query or a header. */
const ASSIGNMENT = /["'`\\]*\s*[:=]/y;

/** Returns whether a text gives a value to one of the names. */
export function assignsOne(value: string, names: ReadonlySet<string>): boolean {
  // Most texts contain no assignment at all.
  if (!(value.includes(':') || value.includes('='))) return false;
  const text = value.toLowerCase();
  for (const name of names) if (assigns(text, name)) return true;
  return false;
}

/** Returns whether a text gives a value to a name. Both are in lower case. */
function assigns(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    ASSIGNMENT.lastIndex = at + name.length;
    if (ASSIGNMENT.test(text)) return true;
  }
  return false;
}

/**
 * Returns whether the shorter of two paths is the beginning of the longer one. Ignores the case of
 * names.
 */
function agree(pattern: Path, path: Path): boolean {
  const length = Math.min(pattern.length, path.length);
  for (let i = 0; i < length; i++) {
    const step = pattern[i];
    if (step !== '*' && step !== path[i] && !isSameName(step, path[i])) return false;
  }
  return true;
}

function isSameName(a: string | number | undefined, b: string | number | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();
}
