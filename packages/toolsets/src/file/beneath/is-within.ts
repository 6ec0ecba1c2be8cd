import { isAbsolute, normalize, sep } from 'node:path';

/**
 * Returns whether an absolute path is a folder, or is below it. Compares the text only: it follows
 * no link, so it decides nothing about access. File tools use it for hints.
 *
 * @param path - absolute, as a model or a caller wrote it
 * @param folder - absolute
 */
export function isWithin(path: unknown, folder: unknown): boolean {
  return relativeTo(path, folder) !== undefined;
}

/** Returns the path from the folder on, `.` for the folder, `undefined` for a path outside. */
export function relativeTo(path: unknown, folder: unknown): string | undefined {
  if (!isUsable(path) || !isUsable(folder)) return undefined;
  const inner = withoutEnd(normalize(path));
  const outer = withoutEnd(normalize(folder));
  if (inner === outer) return '.';
  const start = outer === sep ? sep : outer + sep;
  return inner.startsWith(start) ? inner.slice(start.length) : undefined;
}

function isUsable(path: unknown): path is string {
  return typeof path === 'string' && isAbsolute(path) && !path.includes('\0');
}

function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path;
}
