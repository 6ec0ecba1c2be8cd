import type { Issue, JsonValue, Path } from '@haft/schema';
import { isObject, pathText, sameJson } from '@haft/schema/basics';
import { CHANGED } from '../../call/deferral/with-changes.js';

type Arguments = Readonly<Record<string, JsonValue>>;

/**
 * Adds hidden values to the arguments that an approver wrote. Sensitive values stay unless the
 * approver gives new ones.
 *
 * @param given - arguments from the approver
 * @param shown - arguments in the request, without sensitive ones
 * @param whole - all arguments of the call
 */
export function withHidden(given: Arguments, shown: Arguments, whole: Arguments): Arguments {
  return restored(given, shown, whole) as Arguments;
}

function restored(given: JsonValue, shown: JsonValue, whole: JsonValue): JsonValue {
  if (!isObject(given) || !isObject(shown) || !isObject(whole)) return given;
  const entries = new Map(Object.entries(given));
  for (const [name, value] of Object.entries(whole)) {
    const mine = entries.get(name);
    const seen = Object.hasOwn(shown, name) ? shown[name] : undefined;
    if (seen === undefined) {
      if (mine === undefined) entries.set(name, value);
    } else if (mine !== undefined) entries.set(name, restored(mine, seen, value));
  }
  return Object.fromEntries(entries);
}

/** Returns whether the changed arguments lack a required one that the request had. */
export function lacksSome(issues: readonly Issue[], before: Arguments): boolean {
  return issues.some(
    ({ rule, path }) => rule === 'required' && path.length === 1 && Object.hasOwn(before, String(path[0])),
  );
}

/** Returns a text for the model. It has the paths of the changed arguments, never their values. */
export function changedArgumentsText(before: Arguments, after: Arguments): string | undefined {
  const paths = changedPaths(before, after, []).map(pathText);
  if (paths.length === 0) return undefined;
  const more = paths.length - MOST_PATHS;
  const shown = paths.slice(0, MOST_PATHS).join(', ');
  return `${CHANGED}${shown}${more > 0 ? ` and ${more} more` : ''}.`;
}

const MOST_PATHS = 10;

function changedPaths(before: JsonValue | undefined, after: JsonValue | undefined, path: Path): readonly Path[] {
  if (before === undefined || after === undefined) return before === after ? [] : [path];
  if (!isObject(before) || !isObject(after)) return sameJson(before, after) ? [] : [path];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changedPaths(own(before, name), own(after, name), [...path, name]));
}

function own(record: Arguments, name: string): JsonValue | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
