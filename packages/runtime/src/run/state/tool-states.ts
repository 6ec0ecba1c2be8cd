import type { PendingRun } from '../deferral/pending-run.js';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import { ToolState, type ToolCounters } from '../../call/tools/tool-state.js';

/** The state of the tools in one run. A step may change the tools. Their counts stay. */
export class ToolStates {
  /**
   * The first name or alias in this step, or an empty text. Most runs call one tool, and need no
   * map for it. V8 compares texts faster than a text with undefined.
   */
  private firstName = '';
  private first: ToolState | undefined = undefined;
  /** The other tools of this step, by name and by alias. */
  private others: Map<string, ToolState> | undefined = undefined;
  /** The tools of earlier steps, by name. */
  private before: ReadonlyMap<string, ToolState> | undefined = undefined;

  /** @param from - the pending run that this run continues */
  constructor(private readonly from: PendingRun | undefined) {}

  /** Returns the state of a tool that was called by this name or alias in this step. */
  find(name: string): ToolState | undefined {
    return name === this.firstName ? this.first : this.others?.get(name);
  }

  /** Adds the state of a tool for a new name or alias in this step. */
  begin(name: string, planned: PlannedTool, maxRetries: number): ToolState {
    const state = this.find(planned.name) ?? this.before?.get(planned.name) ?? this.made(planned, maxRetries);
    state.show(planned);
    this.keep(name, state);
    if (name !== planned.name) this.keep(planned.name, state);
    return state;
  }

  /** Forgets the names of this step. The counts stay. */
  nextStep(): void {
    const all = [...(this.before?.values() ?? []), ...this.ofThisStep()];
    this.before = new Map(all.map((state) => [state.planned.name, state]));
    this.firstName = '';
    this.first = undefined;
    this.others = undefined;
  }

  /** Returns the counts by name. */
  counters(): Readonly<Record<string, ToolCounters>> {
    const tools: Record<string, ToolCounters> = { ...this.from?.counters.tools };
    for (const state of this.before?.values() ?? []) tools[state.planned.name] = state.counters();
    for (const state of this.ofThisStep()) tools[state.planned.name] = state.counters();
    return tools;
  }

  private made(planned: PlannedTool, maxRetries: number): ToolState {
    const state = new ToolState(planned, maxRetries);
    if (this.from !== undefined) state.goOn(this.from.counters.tools[planned.name]);
    return state;
  }

  private keep(name: string, state: ToolState): void {
    if (this.first === undefined) {
      this.firstName = name;
      this.first = state;
    } else if (name !== this.firstName) (this.others ??= new Map()).set(name, state);
  }

  private ofThisStep(): readonly ToolState[] {
    return this.first === undefined ? [] : [this.first, ...(this.others?.values() ?? [])];
  }
}
