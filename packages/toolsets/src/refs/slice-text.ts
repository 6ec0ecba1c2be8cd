import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import { cutAt } from '../file/text/text-lines.js';
import type { RefSlice } from './ref-slice.js';

/** Characters of a value that a model reads at once. */
const LONGEST = 10_000;
/** The JSON of one item or property, in characters. A note replaces a longer one. */
const LONGEST_PART = 4_000;

/**
 * Writes a part of a stored value: a text as it is, an item or a property a line. Each large one is
 * a note with its path, so that the model can read it alone.
 *
 * @param path - the place of the value, for the paths of its parts
 */
export function sliceText(slice: RefSlice, path: string): string {
  const { value, unit, offset, total } = slice;
  if (unit === 'values') return JSON.stringify(value);
  if (typeof value === 'string') {
    const text = cutAt(value, LONGEST);
    return `${heading(slice, text.length)}\n${text}`;
  }
  const lines = linesOf(value as JsonValue, { path, offset });
  const shown: string[] = [];
  let left = LONGEST;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  if (total === 0) return Array.isArray(value) ? '[]' : '{}';
  return [heading(slice, shown.length), ...shown].join('\n');
}

const SINGULAR = { items: 'item', properties: 'property', characters: 'character', values: 'value' };

/** Says which part it is, and how to continue if the part has more than the text shows. */
function heading({ unit, offset, count, total }: RefSlice, shown: number): string {
  const range =
    offset === 0 && shown === total
      ? `${total} ${total === 1 ? SINGULAR[unit] : unit}`
      : `${unit} ${offset} to ${offset + shown} of ${total}`;
  return shown < count ? `${range}. Continue with offset ${offset + shown}.` : `${range}:`;
}

function linesOf(
  value: JsonValue,
  { path, offset }: { readonly path: string; readonly offset: number },
): readonly string[] {
  if (Array.isArray(value))
    return value.map((item: JsonValue, index) => lineOf(item, pathOf(path, String(offset + index))));
  const properties = Object.entries(value as Readonly<Record<string, JsonValue>>);
  return properties.map(([name, item]) => `${JSON.stringify(name)}: ${lineOf(item, pathOf(path, name))}`);
}

function lineOf(value: JsonValue, path: string): string {
  const json = JSON.stringify(value);
  if (json.length <= LONGEST_PART) return json;
  const kind = Array.isArray(value) ? `array of ${value.length} items` : isObject(value) ? 'object' : 'text';
  return `(${kind}, ${json.length} characters: read the path ${path})`;
}

function pathOf(path: string, key: string): string {
  const isSimple = /^[^.[\]]+$/.test(key);
  const step = isSimple ? key : `['${key.replaceAll(/[\\']/g, String.raw`\$&`)}']`;
  if (path === '') return step;
  return isSimple ? `${path}.${step}` : `${path}${step}`;
}
