import { HaftError, type RunContext } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { after } from '@haft/core/internal';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { ChangedTools } from './delegating-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';
import { isFixedSelector, refuseUnknownTools, selectEach, selectorText, type SelectedTools } from './selector.js';
import { refuseImpossibleRule } from './tool-rule.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Changes a tool, with whether it is selected. Returns undefined to drop the tool. */
export type ChangeTool = (tool: AnyTool, selected: boolean) => AnyTool | undefined;

/** A change of tools, and its name for `runtime.describe`. */
export interface NamedChange {
  readonly kind: string;
  readonly change: ChangeTool;
  /** Default: the selected tools. */
  readonly detail?: string | undefined;
}

/** Changes the selected tools of another toolset one by one. */
export class SelectedToolset extends WrapperToolset {
  override readonly kind: string;

  constructor(
    inner: AnyToolset,
    private readonly rule: SelectedTools,
    private readonly each: NamedChange,
  ) {
    super(inner);
    this.kind = each.kind;
    refuseImpossibleSelector(each.kind, rule);
  }

  get detail(): string | undefined {
    return 'detail' in this.each ? this.each.detail : selectorText(this.rule.selector);
  }

  override get fixed(): true | undefined {
    return isFixedSelector(this.rule.selector) ? this.inner.fixed : undefined;
  }

  override candidates(): Candidates {
    const { rule, inner } = this;
    const found = candidatesOf(inner);
    refuseUnknownTools(rule, found, inner);
    // A function selects the tools in a step, so each one is a candidate.
    const names = Array.isArray(rule.selector) ? new Set<unknown>(rule.selector) : undefined;
    const changed = found.tools.map((tool) => this.each.change(tool, names?.has(tool.definition.name) ?? true));
    return { ...found, tools: changed.filter((tool) => tool !== undefined) };
  }

  protected change(tools: readonly AnyTool[], run: RunContext): ChangedTools {
    const changed = selectEach(this.rule, tools, { run, owner: this.inner }, this.each.change);
    return after(changed, (list) => list.filter((tool) => tool !== undefined)) as ChangedTools;
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new SelectedToolset(inner, this.rule, this.each);
  }
}

/** @throws {HaftError} `HAFT_UNKNOWN_TOOL`, `HAFT_INVALID_OPTION` if it can select nothing */
function refuseImpossibleSelector(owner: string, { selector, optional }: SelectedTools): void {
  if (typeof selector === 'function' || selector === 'all') return;
  const options = optional === undefined ? {} : { optional };
  if (Array.isArray(selector)) refuseImpossibleRule(owner, selector, options);
  else if (!isObject(selector) || !isObject(selector.metadata)) throw noSelector(owner);
}

function noSelector(owner: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `${owner} was given no choice of tools.`, {
    hint: "Write 'all', a list of names, { metadata: { ... } }, or a function.",
  });
}
