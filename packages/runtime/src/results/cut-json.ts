import type { JsonValue } from '@haft/schema';
import { cutText, cutWithNote } from '@haft/core/internal';

/**
 * Returns JSON of about `limit` characters with a note after it. The JSON stays valid: items are
 * left out from the end of long lists, and long strings are cut.
 *
 * @param whole - the JSON text of the value
 */
export function cutJson(value: JsonValue, whole: string, limit: number): string {
  const cut = new JsonCut();
  const shown = JSON.stringify(cut.shortened(value, limit, 'the result')).toWellFormed();
  const { missing } = cut;
  // Short names and numbers cannot be cut.
  if (shown.length > limit || missing.length === 0) return cutWithNote(whole, limit);
  const more = missing.length > MOST_NAMED ? `; and ${String(missing.length - MOST_NAMED)} more` : '';
  const named = missing.slice(0, MOST_NAMED).join('; ');
  return `${shown}... (left out: ${named}${more}. To get them, call the tool again for less or for another part.)`;
}

/** The most places that the note names. */
const MOST_NAMED = 2;
/** The characters of a name in the note. */
const LONGEST_NAME = 24;

class JsonCut {
  /** The missing parts, as phrases: `2400 of 3000 items of rows`. */
  readonly missing: string[] = [];
  private readonly lengths = new Map<object, number>();

  /** @param name - the name of the value in the note */
  shortened(value: JsonValue, limit: number, name: string): JsonValue {
    if (this.lengthOf(value) <= limit) return value;
    if (typeof value === 'string') return this.text(value, limit, name);
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value)
      ? this.list(value as readonly JsonValue[], limit, name)
      : this.object(value as Readonly<Record<string, JsonValue>>, limit, name);
  }

  private text(text: string, limit: number, name: string): string {
    // Escapes make the JSON longer than the text.
    const share = (limit - 2) / Math.max(1, this.lengthOf(text) - 2);
    const shown = cutText(text, Math.max('...'.length, Math.floor(text.length * share)));
    this.missing.push(
      `${String(text.length - shown.length + '...'.length)} of ${String(text.length)} characters of ${name}`,
    );
    return shown;
  }

  private list(items: readonly JsonValue[], limit: number, name: string): JsonValue {
    let left = limit - '[]'.length + ','.length;
    let count = 0;
    for (; count < items.length; count++) {
      left -= this.lengthOf(items[count]) + ','.length;
      if (left < 0) break;
    }
    const kept = items.slice(0, count);
    const [first] = items;
    if (count === 0 && first !== undefined) kept.push(this.shortened(first, limit - '[]'.length, `an item of ${name}`));
    const gone = items.length - kept.length;
    if (gone > 0) this.missing.push(`${String(gone)} of ${String(items.length)} items of ${name}`);
    return kept;
  }

  private object(object: Readonly<Record<string, JsonValue>>, limit: number, name: string): JsonValue {
    const entries = Object.entries(object);
    const names = entries.reduce((sum, [key]) => sum + JSON.stringify(key).length + ':,'.length, '{'.length);
    const room = fairShare(
      entries.map(([, one]) => this.lengthOf(one)),
      limit - names,
    );
    if (room < SMALLEST) return this.entries(object, limit, name);
    return Object.fromEntries(
      entries.map(([key, one]) => [key, this.shortened(one, room, cutText(key, LONGEST_NAME))]),
    );
  }

  /** Cuts an object with many names like a list. */
  private entries(object: Readonly<Record<string, JsonValue>>, limit: number, name: string): JsonValue {
    let left = limit - '{}'.length + ','.length;
    const entries = Object.entries(object);
    const kept = entries.filter(
      ([key, one]) => (left -= JSON.stringify(key).length + this.lengthOf(one) + ':,'.length) >= 0,
    );
    this.missing.push(`${String(entries.length - kept.length)} of ${String(entries.length)} properties of ${name}`);
    return Object.fromEntries(kept);
  }

  /** Returns the length of a value as JSON. Measures each value once. */
  private lengthOf(value: JsonValue | undefined): number {
    if (typeof value !== 'object' || value === null) return value === undefined ? 0 : JSON.stringify(value).length;
    let length = this.lengths.get(value);
    if (length !== undefined) return length;
    length = '[]'.length;
    // No comma follows the last part.
    if (Object.keys(value).length > 0) length -= ','.length;
    if (Array.isArray(value))
      for (const one of value as readonly JsonValue[]) length += this.lengthOf(one) + ','.length;
    else
      for (const [key, one] of Object.entries(value) as [string, JsonValue | undefined][])
        if (one !== undefined) length += JSON.stringify(key).length + this.lengthOf(one) + ':,'.length;
    this.lengths.set(value, length);
    return length;
  }
}

/** The room that a part needs at least, for a sign that something is missing. */
const SMALLEST = 10;

/** Returns the largest length for each part, so that all parts fit into the room. */
function fairShare(lengths: readonly number[], room: number): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  let left = room;
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Infinity;
}
