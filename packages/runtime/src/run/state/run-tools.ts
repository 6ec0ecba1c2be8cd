import type { ToolDefinition } from '@haft/core';
import type { ToolState } from '../../call/tools/tool-state.js';
import { SEARCH_TOOLS } from '../../toolsets/search/search-tools.js';
import type { PendingRun } from '../deferral/pending-run.js';
import type { ToolTable } from './tool-table.js';
import { ToolStates } from './tool-states.js';
import { VisibleTools } from './visible-tools.js';

/** The tools of the current step of a run, and their counts. */
export class RunTools {
  /** Names of hidden tools that were found. */
  revealed: ReadonlySet<string>;
  readonly states: ToolStates;
  /** Undefined if no toolset changes from run to run. */
  readonly visible: VisibleTools | undefined;

  constructor(
    private readonly run: ConstructorParameters<typeof VisibleTools>[0] & {
      readonly options: { readonly toolSearch?: unknown };
      readonly counts: { readonly maxRetries: number };
    },
    from: PendingRun | undefined,
  ) {
    this.states = new ToolStates(from);
    this.visible = run.runtime.fixedTools === undefined ? new VisibleTools(run) : undefined;
    this.revealed = from === undefined ? NO_NAMES : new Set(from.counters.revealed);
  }

  /** Undefined until the step is prepared. */
  get table(): ToolTable | undefined {
    return this.visible === undefined ? this.run.runtime.fixedTools : this.visible.table;
  }

  get providerSearches(): boolean {
    return this.run.options.toolSearch === 'provider';
  }

  find(name: string): ToolState | undefined {
    return this.states.find(name) ?? this.findFirst(name);
  }

  isShown(name: string): boolean {
    return this.providerSearches || this.revealed.has(name);
  }

  /** Empty until the step is prepared. */
  definitions(): readonly ToolDefinition[] {
    return this.table?.definitionsWith(this.revealed) ?? [];
  }

  /** `search_tools` is for runs without another search. */
  names(): { readonly names: readonly string[]; readonly mustSearch: boolean } {
    const all = this.definitions().map(({ name }) => name);
    const names = this.providerSearches ? all.filter((name) => name !== SEARCH_TOOLS) : all;
    const hidesSome = this.table?.hidesSome === true;
    return { names, mustSearch: hidesSome && names.every((name) => name === SEARCH_TOOLS) };
  }

  /** Empty until the step is prepared. */
  otherNames(): ReadonlyMap<string, string> {
    return this.table?.otherNames ?? new Map();
  }

  reveal(names: readonly string[]): void {
    this.revealed = new Set([...this.revealed, ...names]);
  }

  private findFirst(name: string): ToolState | undefined {
    const planned = this.table?.find(name);
    if (planned === undefined) return undefined;
    return this.states.begin(name, planned, planned.tool.settings.retries ?? this.run.counts.maxRetries);
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();
