/** A reference to the result of a step, or to a value in it. */
export interface Reference {
  /** The id of the step. */
  readonly id: string;
  /** Names of properties and positions of arrays, outermost first. */
  readonly keys: readonly string[];
}

/**
 * Reads a reference: `search`, `search.items.0.id`, `search['a.b']`. Returns undefined for any
 * other text.
 */
export function parseReference(text: string): Reference | undefined {
  const id = matchAt(HEAD, text, 0)?.[0];
  if (id === undefined) return undefined;
  const keys: string[] = [];
  for (let at = id.length; at < text.length;) {
    const match = matchAt(KEY, text, at);
    if (match === undefined) return undefined;
    const [whole, position, single, double, name] = match;
    keys.push(name ?? position ?? (single ?? double ?? '').replaceAll(ESCAPED, '$1'));
    at += whole.length;
  }
  return { id, keys };
}

/** The name of the step. */
const HEAD = /[^.[\]'"\s]+/y;
/** `.name`, `[0]`, `['a.b']` or `["a.b"]`. A dot before a bracket is allowed. */
const KEY = /\.?\[(?:(\d+)|'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)")\]|\.([^.[\]]+)/sy;
const ESCAPED = /\\(.)/gs;

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}
