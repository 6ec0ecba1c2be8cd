/** Some lines of a file. */
export interface LineRange {
  /** First line, from 1. A negative number counts from the end. */
  readonly first: number;
  readonly last: number;
}

/** Splits `path:10-40`, `path:10-`, `path:10`, `path:-50` and `path#L10-L40`. */
export function splitRange(path: string): { readonly path: string; readonly range: LineRange | undefined } {
  const match = /^([^]+)(?::L?|#L)(?:(\d+)(-(?:L?(\d+))?)?|-(\d+))$/.exec(path);
  if (match === null) return { path, range: undefined };
  const [, file = path, from, dash, to, end] = match;
  if (end !== undefined) return { path: file, range: { first: -Number(end), last: Infinity } };
  const first = Number(from);
  const last = dash === undefined ? first : to === undefined ? Infinity : Number(to);
  return { path: file, range: { first, last } };
}
