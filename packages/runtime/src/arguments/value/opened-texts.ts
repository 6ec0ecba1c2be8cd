import type { Issue, JsonValue, Path } from '@haft/schema';
import { mayHoldJson } from '@haft/schema/internal';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { tryParseJson } from '../text/try-parse-json.js';
import { measureText } from '../text/text-limits.js';
import { inspectValue } from './inspect-value.js';
import { valueAt } from './value-at.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** A value with lists and objects in place of the JSON texts that contained them. */
export interface OpenedTexts {
  readonly value: JsonObject;
  /** Paths of the texts. */
  readonly paths: readonly Path[];
}

/**
 * Reads the JSON in strings that have issues: lists and objects that were sent as strings.
 *
 * @returns undefined if there is no such text
 */
export function openedTexts(
  root: JsonObject,
  issues: readonly Issue[],
  limits: ArgumentLimits,
): OpenedTexts | undefined {
  const paths: Path[] = [];
  let value: unknown = root;
  for (const { path } of issues) {
    const inside = path.length === 0 ? undefined : insideOf(valueAt(root, path), limits);
    if (inside === undefined) continue;
    paths.push(path);
    value = replaced(value, path, inside);
  }
  return paths.length === 0 ? undefined : { value: value as JsonObject, paths };
}

function insideOf(text: unknown, limits: ArgumentLimits): object | undefined {
  if (!mayHoldJson(text) || measureText(text, limits).problem !== undefined) return undefined;
  const value = tryParseJson(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { problem, issues } = inspectValue(value, limits);
  return problem === undefined && issues.length === 0 ? value : undefined;
}

/** Returns a copy with another value at a path. */
function replaced(value: unknown, [key, ...rest]: Path, inside: object): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return inside;
  const child = replaced((value as Readonly<Record<string | number, unknown>>)[key], rest, inside);
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (index === key ? child : item))
    : { ...value, [key]: child };
}
