import { isObject, sameJson } from '@haft/schema/internal';
import type { JsonValue } from '@haft/schema';
import { visibleLine, visibleValue } from '../../output/visible-text.js';

/**
 * Returns a line for each argument that an approver changes. A value is printed only if the request
 * shows the argument. Others may be sensitive.
 *
 * @param shown - arguments of the request, without sensitive ones
 */
export function changedLines(shown: Readonly<Record<string, unknown>>, given: JsonValue): readonly string[] {
  return isObject(given) ? changes(shown, given, '') : [];
}

type Values = Readonly<Record<string, unknown>>;

function changes(before: Values, after: Values, path: string): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const place = path === '' ? name : `${path}.${name}`;
    const line = (text: string) => [`${visibleLine(place)}: ${text}`];
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    const now = Object.hasOwn(after, name) ? after[name] : undefined;
    if (old === undefined) return line('given, not shown');
    if (now === undefined) return line(`${visibleValue(old)} → removed`);
    if (isObject(old) && isObject(now)) return changes(old, now, place);
    if (sameJson(old, now)) return [];
    // Elements of a list may have hidden properties that the request leaves out.
    return line(isShown(now) ? `${visibleValue(old)} → ${visibleValue(now)}` : 'changed, not shown');
  });
}

function isShown(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
