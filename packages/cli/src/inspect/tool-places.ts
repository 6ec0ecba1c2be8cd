import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a described tool that leads to its source. */
export interface PlacedTool {
  readonly file?: string;
  readonly class?: string;
  readonly method?: string;
}

/** Finds the lines of methods in their source files, by `Class.method`. */
export function toolPlaces(
  tools: readonly PlacedTool[],
  folder: string,
): Readonly<Record<string, { readonly file: string; readonly line: number }>> {
  const places: Record<string, { readonly file: string; readonly line: number }> = {};
  const texts = new Map<string, readonly string[]>();
  for (const tool of tools) {
    if (tool.file === undefined || tool.class === undefined || tool.method === undefined) continue;
    const file = join(folder, tool.file);
    const lines = texts.get(file) ?? linesOf(file);
    texts.set(file, lines);
    const line = lineOf(lines, tool.class, tool.method);
    if (line !== undefined) places[`${tool.class}.${tool.method}`] = { file, line };
  }
  return places;
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

/** Returns the line of a method in a class, from 1. */
function lineOf(lines: readonly string[], owner: string, method: string): number | undefined {
  const name = method.replace(/[^\w]/g, '\\$&');
  const start = lines.findIndex((line) => new RegExp(`\\bclass\\s+${owner.replace(/\W/g, '\\$&')}\\b`).test(line));
  const declares = new RegExp(`^\\s*(?:(?:public|static|async|override)\\s+)*\\*?\\s*['"]?${name}['"]?\\s*[(<]`);
  const found = lines.findIndex((line, index) => index > start && declares.test(line));
  return start < 0 || found < 0 ? undefined : found + 1;
}
