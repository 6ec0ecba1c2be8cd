import { HaftError, kindOf, type RunContext, type ToolDefinition } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { isObject, sameJson } from '@haft/schema/basics';
import { afterAll, mapEach } from '@haft/core/internal';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';
import { missingText, missingTools, missingToolsError, type RuleOptions } from './tool-rule.js';

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

/** A selector, and whether its tools may be absent. */
export interface SelectedTools extends RuleOptions {
  readonly selector: ToolSelector;
}

/**
 * Calls `each` for the tools in order, with whether each is selected.
 *
 * @throws {HaftError} `HAFT_UNKNOWN_TOOL` as {@link requireTools}
 */
export function selectEach<R>(
  rule: SelectedTools,
  tools: readonly AnyTool[],
  { run, owner }: { readonly run: RunContext; readonly owner: AnyToolset },
  each: (tool: AnyTool, selected: boolean) => R,
): readonly R[] | Promise<readonly R[]> {
  const checked = requireTools(rule, tools, { run, owner });
  const selected = mapEach(checked, ({ definition }) => isSelected(rule.selector, definition, run));
  return afterAll(selected, (flags) => checked.map((tool, index) => each(tool, requireFlag(flags[index], tool)))) as
    readonly R[] | Promise<readonly R[]>;
}

/**
 * Returns whether a function selected a tool. Another value may mean either: a tool without an
 * approval would run.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
function requireFlag(flag: unknown, { definition: { name } }: AnyTool): boolean {
  if (flag === undefined || typeof flag === 'boolean') return flag === true;
  throw new HaftError('HAFT_INVALID_OPTION', `A selector returned ${kindOf(flag)} for tool '${name}'.`, {
    hint: "Return true or false: ({ name }) => name.startsWith('crm_').",
  });
}

/**
 * Returns the tools of a step. If a rule names a tool that none of the candidates is, their calls
 * are denied, since the rule could be for each of them.
 *
 * @throws {HaftError} `HAFT_UNKNOWN_TOOL` if no step can have the tool
 */
export function requireTools(
  rule: SelectedTools,
  tools: readonly AnyTool[],
  { run, owner }: { readonly run: RunContext; readonly owner: AnyToolset },
): readonly AnyTool[] {
  const missing = missingIn(rule, tools);
  if (missing.length === 0) return tools;
  const candidates = owner.fixed === true ? { tools, isComplete: true } : candidatesOf(owner);
  const unknown = missingIn(rule, [...tools, ...candidates.tools]);
  if (unknown.length === 0) return tools;
  // A function of a step may still add the metadata.
  const isFinal = candidates.isComplete && (owner.fixed === true || isNames(rule.selector));
  if (isFinal) throw unknownTools(unknown, candidates.tools, owner);
  const brokenRule = `${missingText(unknown)} in toolset '${owner.name}'.`;
  run.logger.warn(brokenRule);
  return tools.map((tool) => ({ ...tool, brokenRule }));
}

/** @throws {HaftError} `HAFT_UNKNOWN_TOOL` if a rule names a tool that no step can have */
export function refuseUnknownTools(rule: SelectedTools, { tools, isComplete }: Candidates, owner: AnyToolset): void {
  if (!isComplete || !isNames(rule.selector)) return;
  const missing = missingIn(rule, tools);
  if (missing.length > 0) throw unknownTools(missing, tools, owner);
}

/** Returns the parts of a rule that no tool matches. */
function missingIn({ selector, optional }: SelectedTools, tools: readonly AnyTool[]): readonly string[] {
  if (optional === true || typeof selector === 'function' || selector === 'all') return NONE;
  if (isNames(selector)) return missingTools(selector, new Set(tools.map(({ definition }) => definition.name)));
  const { metadata } = selector;
  return tools.some(({ definition }) => includesJson(definition.metadata ?? {}, metadata))
    ? NONE
    : [`with the metadata ${JSON.stringify(metadata)}`];
}

function unknownTools(missing: readonly string[], tools: readonly AnyTool[], { name }: AnyToolset): HaftError {
  const known = tools.map(({ definition }) => definition.name);
  return missingToolsError(missing, { known, owner: `Toolset '${name}'` });
}

const NONE: readonly string[] = [];

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
