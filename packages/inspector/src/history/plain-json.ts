/** Longer texts are cut. */
const LONGEST_TEXT = 200_000;
const MOST_ITEMS = 5_000;
const DEEPEST = 60;

/**
 * Returns a value as JSON for the page. It never throws, and its size is bounded: errors become
 * their message, functions and cycles become their kind, long texts and lists are cut.
 */
export function plainJson(value: unknown): unknown {
  return new Plain().of(value, 0);
}

class Plain {
  private readonly above = new Set<object>();
  private items = MOST_ITEMS;

  of(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return cut(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value === 'function' || typeof value === 'symbol') return `(${typeof value})`;
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Error) return cut(value.stack ?? `${value.name}: ${value.message}`);
    if (value instanceof Uint8Array) return `(${value.byteLength} bytes)`;
    if (this.above.has(value) || depth > DEEPEST) return '(cycle)';
    this.above.add(value);
    try {
      return this.inside(value, depth);
    } catch {
      return '(unreadable)';
    } finally {
      this.above.delete(value);
    }
  }

  private inside(value: object, depth: number): unknown {
    const own: unknown = hasJson(value) ? value.toJSON() : value;
    if (own !== value) return this.of(own, depth + 1);
    if (Array.isArray(value)) return this.taken(value).map((item) => this.of(item, depth + 1));
    const entries = this.taken(Object.entries(value));
    return Object.fromEntries(entries.map(([key, one]) => [key, this.of(one, depth + 1)]));
  }

  private taken<Item>(list: readonly Item[]): readonly Item[] {
    const taken = list.slice(0, Math.max(0, this.items));
    this.items -= taken.length;
    return taken;
  }
}

function hasJson(value: object): value is { readonly toJSON: () => unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}... (cut)`;
}
