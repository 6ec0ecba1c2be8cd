import type { ToolDefinition } from '@haft/core';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import type { ToolState } from '../../call/tools/tool-state.js';
import { CALL_TOOL, SEARCH_TOOLS } from '@haft/compose/internal';
import type { PendingRun } from '../deferral/pending-run.js';
import type { ToolTable } from './tool-table.js';
import { ToolStates } from './tool-states.js';
import { VisibleTools } from './visible-tools.js';

/** The tools of the current step of a run, and their counts. */
export class RunTools {
  /** Names of hidden tools that were found. */
  revealed: ReadonlySet<string>;
  readonly states: ToolStates;
  /** Separate from those of tools: a call of a model never finds them. */
  private readonly offers = new ToolStates(undefined);
  /** Undefined if no toolset changes from run to run, and all tools exist for every user. */
  readonly visible: VisibleTools | undefined;

  constructor(
    private readonly run: ConstructorParameters<typeof VisibleTools>[0] & {
      readonly options: { readonly toolSearch?: unknown };
      readonly counts: { readonly maxRetries: number };
    },
    from: PendingRun | undefined,
  ) {
    this.states = new ToolStates(from);
    const { fixedTools } = run.runtime;
    const isSame = fixedTools?.isLimited === false;
    this.visible = isSame ? undefined : new VisibleTools(run);
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
    if (this.visible === undefined) return this.states.find(name) ?? this.stateOf(name, this.table?.find(name));
    return this.current(name, this.visible.table);
  }

  findWaiting(name: string): ToolState | undefined {
    const all = this.visible === undefined ? this.table : this.visible.all;
    const offer = all?.offers.find(name);
    if (offer !== undefined) return this.stateOfOffer(offer);
    return this.visible === undefined ? this.find(name) : this.current(name, all);
  }

  /** Returns the state of a resource or a prompt. A host makes its mistakes, and none closes it. */
  stateOfOffer(planned: PlannedTool): ToolState {
    return this.offers.begin(planned.name, planned, Infinity);
  }

  async permits({ planned: { tool } }: ToolState): Promise<boolean> {
    return this.visible === undefined || this.visible.permits(tool);
  }

  isShown(name: string): boolean {
    return this.providerSearches || this.revealed.has(name);
  }

  isRevealed(name: string): boolean {
    return this.revealed.has(name);
  }

  /** Empty until the step is prepared. */
  definitions(): readonly ToolDefinition[] {
    return this.table?.callableDefinitions(this.revealed) ?? [];
  }

  /** `search_tools` and `call_tool` are for runs without another search. */
  names(): { readonly names: readonly string[]; readonly mustSearch: boolean } {
    const callable = this.definitions().map(({ name }) => name);
    const all = this.table?.keepsSomeHidden === true ? [...callable, SEARCH_TOOLS, CALL_TOOL] : callable;
    const names = this.providerSearches ? all.filter((name) => name !== SEARCH_TOOLS && name !== CALL_TOOL) : all;
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

  /** Returns the state of a tool as a table has it: the tools may change within a step. */
  private current(name: string, table: ToolTable | undefined): ToolState | undefined {
    const planned = table?.find(name);
    const state = this.states.find(name);
    return state?.planned === planned ? state : this.stateOf(name, planned);
  }

  private stateOf(name: string, planned: PlannedTool | undefined): ToolState | undefined {
    if (planned === undefined) return undefined;
    return this.states.begin(name, planned, planned.tool.settings.retries ?? this.run.counts.maxRetries);
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();
