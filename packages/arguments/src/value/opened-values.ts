import type { Issue, JsonValue, Path } from '@haft/schema';
import { mayHoldJson } from '@haft/schema/internal';
import { isObject } from '@haft/schema/basics';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { tryParseJson } from '../text/try-parse-json.js';
import { measureText } from '../text/text-limits.js';
import { inspectValue } from './inspect-value.js';
import { valueAt } from './value-at.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** A value in which some parts are read as a model probably meant them. */
export interface OpenedValues {
  readonly value: JsonObject;
  /** Paths of these parts. */
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
): OpenedValues | undefined {
  return opened(root, issues, (text) => insideOf(text, limits));
}

/**
 * Reads objects with an invalid type as lists with one item.
 *
 * @returns undefined if there is no such object
 */
export function openedItems(root: JsonObject, issues: readonly Issue[]): OpenedValues | undefined {
  const wrongTypes = issues.filter(({ rule }) => rule === 'type');
  return opened(root, wrongTypes, (item) => (isObject(item) ? [item] : undefined));
}

function opened(
  root: JsonObject,
  issues: readonly Issue[],
  open: (value: unknown) => object | undefined,
): OpenedValues | undefined {
  const paths: Path[] = [];
  let value: unknown = root;
  for (const { path } of issues) {
    const inside = path.length === 0 ? undefined : open(valueAt(root, path));
    if (inside === undefined) continue;
    paths.push(path);
    value = replaced(value, path, inside);
  }
  return paths.length === 0 ? undefined : { value: value as JsonObject, paths };
}

/** Returns the list or object in a JSON text. Undefined if it is another text, or too large. */
export function insideOf(text: unknown, limits: ArgumentLimits): object | undefined {
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
