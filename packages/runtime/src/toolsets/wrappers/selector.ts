import { HaftError, nearName, type RunContext, type ToolDefinition } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { isObject, sameJson } from '@haft/schema/internal';
import { afterAll, mapEach } from '../../async/after.js';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';

/**
 * A choice of tools: all, some by name, those with this metadata (at any depth, more is allowed),
 * or those that a function selects.
 */
export type ToolSelector<Name extends string = string> =
  'all' | readonly Name[] | { readonly metadata: Readonly<Record<string, JsonValue>> } | SelectTool;

/**
 * Returns whether to select a tool. You may type `run` as `RunContext<YourDeps>`: TypeScript
 * compares the parameter types of methods in both directions.
 */
type SelectTool = { select(definition: ToolDefinition, run: RunContext): boolean | Promise<boolean> }['select'];

/** Returns whether a selector gives the same result in every run, without a promise. */
export function isFixedSelector(selector: ToolSelector): boolean {
  return typeof selector !== 'function';
}

/** Returns a selector in a few words. Undefined for all tools. */
export function selectorText(selector: ToolSelector): string | undefined {
  if (selector === 'all') return undefined;
  if (isNames(selector)) return selector.join(', ');
  return typeof selector === 'function' ? 'a function' : `metadata ${JSON.stringify(selector.metadata)}`;
}

/**
 * Calls `each` for the tools in order, with whether each is selected.
 *
 * @throws {HaftError} `HAFT_UNKNOWN_TOOL` if a list of names has one that a fixed toolset does not
 *   have. If the tools change from run to run, Haft logs a warning instead.
 */
export function selectEach<R>(
  selector: ToolSelector,
  tools: readonly AnyTool[],
  { run, owner }: { readonly run: RunContext; readonly owner: AnyToolset },
  each: (tool: AnyTool, selected: boolean) => R,
): readonly R[] | Promise<readonly R[]> {
  if (isNames(selector)) refuseUnknownNames(selector, tools, { run, owner });
  const selected = mapEach(tools, ({ definition }) => isSelected(selector, definition, run));
  return afterAll(selected, (flags) => tools.map((tool, index) => each(tool, flags[index] === true))) as
    readonly R[] | Promise<readonly R[]>;
}

/** Rejects names that none of the tools has. Logs a warning if the tools change from run to run. */
export function refuseUnknownNames(
  names: readonly string[],
  tools: readonly AnyTool[],
  { run, owner }: { readonly run: RunContext; readonly owner: AnyToolset },
): void {
  const known = tools.map((tool) => tool.definition.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const message = `There is no ${unknown.map((name) => `tool '${name}'`).join(' and no ')}`;
  if (owner.fixed === true) throw unknownTools(`${message}.`, unknown, { known, owner });
  run.logger.warn(`${message} in toolset '${owner.name}'.`);
}

function unknownTools(
  message: string,
  [first = '']: readonly string[],
  { known, owner }: { readonly known: readonly string[]; readonly owner: AnyToolset },
): HaftError {
  const near = nearName(first, known);
  const guess = near === undefined ? '' : `Did you mean '${near}'? `;
  const names = `Toolset '${owner.name}' has: ${known.join(', ') || 'none'}.`;
  return new HaftError('HAFT_UNKNOWN_TOOL', message, {
    hint: `${guess}${names} Wrappers inside may have given other names.`,
  });
}

function isNames(selector: ToolSelector): selector is readonly string[] {
  return Array.isArray(selector);
}

function isSelected(selector: ToolSelector, definition: ToolDefinition, run: RunContext): boolean | Promise<boolean> {
  if (selector === 'all') return true;
  if (isNames(selector)) return selector.includes(definition.name);
  if (typeof selector === 'function') return selector(definition, run);
  return includesJson(definition.metadata ?? {}, selector.metadata);
}

/** Returns whether `whole` contains everything in `part`. Lists must be equal. */
function includesJson(whole: JsonValue, part: JsonValue): boolean {
  if (!isObject(whole) || !isObject(part)) return sameJson(whole, part);
  return Object.entries(part).every(([key, value]) => {
    const other = Object.hasOwn(whole, key) ? whole[key] : undefined;
    return other !== undefined && includesJson(other, value);
  });
}
