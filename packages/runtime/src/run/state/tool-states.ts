import type { PendingRun } from '../deferral/pending-run.js';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import { ToolState, type ToolCounters } from '../../call/tools/tool-state.js';

/** What one run knows of its tools. A step may show them changed, or others; what was counted of them stays. */
export class ToolStates {
  /** What was called first in this step, by name or by alias. Most runs call one tool, and a map of one costs more than it finds. */
  private firstName: string | undefined = undefined;
  private first: ToolState | undefined = undefined;
  /** The rest of this step, by name and by alias. */
  private others: Map<string, ToolState> | undefined = undefined;
  /** By name, of the tools that were called in the steps before. */
  private before: ReadonlyMap<string, ToolState> | undefined = undefined;

  /** @param from - what the run goes on with */
  constructor(private readonly from: PendingRun | undefined) {}

  /** The state of a tool that was called by this name or alias in this step. */
  find(name: string): ToolState | undefined {
    return name === this.firstName ? this.first : this.others?.get(name);
  }

  /** The same for a name or alias that was not: this is the tool that it stands for. */
  begin(name: string, planned: PlannedTool, maxRetries: number): ToolState {
    const state = this.find(planned.name) ?? this.before?.get(planned.name) ?? this.made(planned, maxRetries);
    state.show(planned);
    this.keep(name, state);
    if (name !== planned.name) this.keep(planned.name, state);
    return state;
  }

  /** The names mean the tools of the next step from now on. */
  nextStep(): void {
    const all = [...(this.before?.values() ?? []), ...this.ofThisStep()];
    this.before = new Map(all.map((state) => [state.planned.name, state]));
    this.firstName = undefined;
    this.first = undefined;
    this.others = undefined;
  }

  /** What was counted, by name. */
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
