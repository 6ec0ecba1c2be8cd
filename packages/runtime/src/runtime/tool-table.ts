import { HaftError, type ToolDefinition } from '@haft/core';
import type { AnyTool } from '../toolsets/any-tool.js';
import { SEARCH_TOOLS } from '../toolsets/search-tools.js';
import type { PlannedTool } from './planned-tool.js';

/** The tools of one step of a run, or of all steps and runs where nothing changes them. */
export class ToolTable {
  /** Names, then aliases that no name takes. */
  private readonly byName = new Map<string, PlannedTool>();
  private readonly all: readonly PlannedTool[];
  readonly definitions: readonly ToolDefinition[];
  readonly hidesSome: boolean;
  private forSearch: readonly ToolDefinition[] | undefined;

  /** @throws HaftError `HAFT_DUPLICATE_TOOL` when two tools have one name, or one alias stands for two tools */
  constructor(tools: readonly PlannedTool[]) {
    this.all = tools;
    for (const planned of tools) this.addName(planned);
    for (const planned of tools) for (const alias of planned.tool.aliases) this.addAlias(alias, planned);
    const shown = tools.filter(({ tool }) => tool.hiddenBehind === undefined);
    this.definitions = Object.freeze(shown.map(({ tool }) => tool.definition));
    this.hidesSome = shown.length < tools.length;
  }

  find(name: string): PlannedTool | undefined {
    return this.byName.get(name);
  }

  /** The definitions for a run that found some of the hidden tools, in the order of the table. */
  definitionsWith(revealed: ReadonlySet<string>): readonly ToolDefinition[] {
    if (!this.hidesSome || revealed.size === 0) return this.definitions;
    return Object.freeze(this.shownWith(revealed).map((tool) => tool.definition));
  }

  /** All definitions, for a provider that has a tool search of its own: those of hidden tools are marked, and ours that finds them is left out. */
  definitionsForSearch(): readonly ToolDefinition[] {
    return (this.forSearch ??= this.hidesSome ? Object.freeze(this.all.flatMap(forSearch)) : this.definitions);
  }

  /** The tools that a run shows which found some of the hidden ones. */
  shownWith(revealed: ReadonlySet<string>): readonly AnyTool[] {
    const shown = this.all.filter(({ name, tool }) => tool.hiddenBehind === undefined || revealed.has(name));
    return shown.map(({ tool }) => tool);
  }

  private addName(planned: PlannedTool): void {
    const before = this.byName.get(planned.name);
    if (before !== undefined) throw duplicate(planned.name, before, planned);
    this.byName.set(planned.name, planned);
  }

  private addAlias(alias: string, planned: PlannedTool): void {
    const before = this.byName.get(alias);
    if (before === undefined) this.byName.set(alias, planned);
    else if (before !== planned && before.name !== alias) throw duplicate(alias, before, planned);
  }
}

function forSearch({ name, tool }: PlannedTool): readonly ToolDefinition[] {
  if (name === SEARCH_TOOLS) return [];
  return [tool.hiddenBehind === undefined ? tool.definition : { ...tool.definition, deferred: true }];
}

function duplicate(name: string, before: PlannedTool, planned: PlannedTool): HaftError {
  const [first, second] = [before.tool.definition.toolset, planned.tool.definition.toolset];
  const message = `Toolset '${second}' defines '${name}', which toolset '${first}' defines too.`;
  return new HaftError('HAFT_DUPLICATE_TOOL', message, { hint: `Use .prefix('${second}') or .rename({...}).` });
}
