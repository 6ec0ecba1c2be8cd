import type { AnyToolset } from '../port/any-toolset.js';

/** Visits a toolset and all that it is made of, outermost first. Changes nothing. */
export function walk(toolset: AnyToolset, visit: (toolset: AnyToolset, depth: number) => void): void {
  visitAll(toolset, visit, 0);
}

function visitAll(toolset: AnyToolset, visit: (toolset: AnyToolset, depth: number) => void, depth: number): void {
  visit(toolset, depth);
  for (const part of toolset.parts ?? []) visitAll(part, visit, depth + 1);
}
