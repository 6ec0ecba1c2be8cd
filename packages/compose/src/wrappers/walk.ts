import { requireKind } from '@haft/core';
import type { AnyToolset } from '../port/any-toolset.js';

/**
 * Visits a toolset and all toolsets inside it, outermost first. Changes nothing.
 *
 * @param visit - gets each toolset, and its depth from 0
 * @param toolset - the outermost toolset
 */
export function walk(toolset: AnyToolset, visit: (toolset: AnyToolset, depth: number) => void): void {
  requireKind('The first argument of walk()', toolset, 'an object');
  requireKind('The second argument of walk()', visit, 'a function');
  visitAll(toolset, visit, 0);
}

function visitAll(toolset: AnyToolset, visit: (toolset: AnyToolset, depth: number) => void, depth: number): void {
  visit(toolset, depth);
  for (const part of toolset.parts ?? []) visitAll(part, visit, depth + 1);
}
