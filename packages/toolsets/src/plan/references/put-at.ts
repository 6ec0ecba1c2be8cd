import type { JsonValue, Path } from '@haft/schema';
import { define } from './define.js';

/** Writes a value at a place in arguments. */
export function putAt(args: Record<string, JsonValue>, path: Path, value: JsonValue): void {
  let holder: unknown = args;
  for (const key of path.slice(0, -1)) holder = (holder as Record<string | number, unknown>)[key];
  const last = path.at(-1) as string | number;
  if (typeof last === 'number') (holder as JsonValue[])[last] = value;
  else define(holder as Record<string, JsonValue>, last, value);
}
