import { runKey } from '../../history/run-name.js';
import type { CallRow } from '../types.js';

/** A line of the list: a call, or the number of the calls that it made. */
export type CallLine = { readonly row: CallRow } | InnerLine;

/** The calls that a call made, as one line. */
export interface InnerLine {
  readonly outer: CallRow;
  readonly count: number;
  readonly isOpen: boolean;
}

/**
 * Returns the lines of the list. Inner calls are below the call that made them, and only if a
 * person opened them or the open call is one of them: a program makes many.
 */
export function callLines(
  found: readonly CallRow[],
  opened: ReadonlyMap<number, boolean>,
  current: number | undefined,
): readonly CallLine[] {
  if (found.every(({ parent }) => parent === undefined)) return found.map((row) => ({ row }));
  const byKey = new Map(found.map((row) => [keyOf(row, row.callId), row]));
  const outerOf = (row: CallRow): CallRow | undefined => {
    const outer = row.parent === undefined ? undefined : byKey.get(keyOf(row, row.parent));
    // An id may come again. The outer call is older.
    return outer !== undefined && outer.number < row.number ? outer : undefined;
  };
  const inner = Map.groupBy(found, outerOf);
  const around = new Set<number>();
  for (let row = found.find(({ number }) => number === current); row !== undefined; row = outerOf(row))
    if (row.number !== current) around.add(row.number);
  const below = (row: CallRow): readonly CallLine[] => {
    const own = inner.get(row) ?? [];
    if (own.length === 0) return [{ row }];
    const isOpen = opened.get(row.number) ?? around.has(row.number);
    return [{ row }, { outer: row, count: own.length, isOpen }, ...(isOpen ? own.flatMap(below) : [])];
  };
  return (inner.get(undefined) ?? []).flatMap(below);
}

/** Returns the key of a line. */
export function keyOfLine(line: CallLine): string | number {
  return 'row' in line ? line.row.number : `inner ${line.outer.number}`;
}

function keyOf(row: CallRow, callId: string): string {
  return `${runKey(row)} ${callId}`;
}
