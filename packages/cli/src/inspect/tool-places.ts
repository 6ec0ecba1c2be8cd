import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a described tool that leads to its source. */
export interface PlacedTool {
  readonly file?: string;
  readonly class?: string;
  readonly method?: string;
}

/** The lines of a method in its source file, from 1. */
export interface ToolLines {
  /** The absolute path. */
  readonly file: string;
  /** The line with the name of the method. */
  readonly line: number;
  /** The first line of its comment and decorators. */
  readonly from: number;
  /** The last line of the method. */
  readonly to: number;
}

/** Finds the lines of methods in their source files, by `Class.method`. */
export function toolPlaces(tools: readonly PlacedTool[], folder: string): Readonly<Record<string, ToolLines>> {
  const places: Record<string, ToolLines> = {};
  const texts = new Map<string, readonly string[]>();
  for (const tool of tools) {
    if (tool.file === undefined || tool.class === undefined || tool.method === undefined) continue;
    const file = join(folder, tool.file);
    const lines = texts.get(file) ?? linesOf(file);
    texts.set(file, lines);
    const found = lineOf(lines, tool.class, tool.method);
    if (found !== undefined) places[`${tool.class}.${tool.method}`] = { file, ...found };
  }
  return places;
}

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

/** Returns the lines of a method in a class. */
function lineOf(lines: readonly string[], owner: string, method: string): Omit<ToolLines, 'file'> | undefined {
  const name = method.replace(/[^\w]/g, '\\$&');
  const start = lines.findIndex((line) => new RegExp(`\\bclass\\s+${owner.replace(/\W/g, '\\$&')}\\b`).test(line));
  const declares = new RegExp(`^\\s*(?:(?:public|static|async|override)\\s+)*\\*?\\s*['"]?${name}['"]?\\s*[(<]`);
  const found = lines.findIndex((line, index) => index > start && declares.test(line));
  if (start < 0 || found < 0) return undefined;
  return { line: found + 1, from: firstLine(lines, found, start) + 1, to: lastLine(lines, found) + 1 };
}

/** Goes up over comment and decorators, to the line after a blank one or the end of a member. */
function firstLine(lines: readonly string[], found: number, start: number): number {
  let first = found;
  while (first - 1 > start && !/^\s*$|[;}{]\s*$/.test(lines[first - 1] ?? '')) first -= 1;
  return first;
}

/** Goes down to the line that closes the method, with the indentation of its name. */
function lastLine(lines: readonly string[], found: number): number {
  const [indentation = ''] = /^\s*/.exec(lines[found] ?? '') ?? [];
  if (/[;}]\s*$/.test(lines[found] ?? '')) return found;
  const last = lines.findIndex((line, index) => index > found && line.startsWith(`${indentation}}`));
  return last < 0 ? found : last;
}
