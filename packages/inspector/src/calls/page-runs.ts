import { randomUUID } from 'node:crypto';
import type { ToolOutcome } from '@haft/core';
import type { Decisions, Run, Runtime } from '@haft/runtime';
import { HttpProblem } from '@haft/durable/http';
import type { Preset } from '../inspect-options.js';
import { presetOptions } from './presets.js';

/** A call that the page asks for. */
export interface PageCall {
  readonly tool: string;
  readonly arguments: unknown;
  readonly preset: string;
  /** Whether the call is made in the run of the calls before it, whose retry budget it shares. */
  readonly keepRun: boolean;
}

/** Open runs whose calls wait for a decision. */
const MOST_WAITING = 100;

/** The runs that the page started. */
export class PageRuns {
  private readonly kept = new Map<string, Run>();
  /** Runs whose calls wait, by the id of the call. */
  private readonly waiting = new Map<string, Run>();

  constructor(
    private readonly runtime: Runtime,
    private readonly presets: Readonly<Record<string, Preset>>,
  ) {}

  /** Makes a call. Its run ends with it, unless it is kept or the call waits. */
  async call({ tool, arguments: args, preset, keepRun }: PageCall): Promise<ToolOutcome> {
    const run = keepRun ? await this.keptRun(preset) : await this.start(preset);
    // No call of the application has this id, so that it alone names a call that waits.
    const id = `inspect_${randomUUID()}`;
    let outcome: ToolOutcome | undefined;
    try {
      outcome = await run.call({ id, name: tool, arguments: args });
      return outcome;
    } finally {
      if (outcome?.status === 'deferred') await this.wait(outcome, run);
      else if (!keepRun) await run.end();
    }
  }

  /** Returns whether this process can decide about a call. */
  isWaiting(callId: string): boolean {
    return this.waiting.has(callId);
  }

  /** Decides about the requests of a call that waits in this process. */
  async decide(callId: string, decisions: Decisions): Promise<ToolOutcome> {
    const run = this.waiting.get(callId);
    if (run === undefined) throw new HttpProblem(404, 'NOT_WAITING', 'The call waits for no decision in this process.');
    const outcomes = await run.resume(decisions, { partial: true });
    const outcome = outcomes.find((one) => one.callId === callId);
    if (outcome === undefined) throw new HttpProblem(404, 'NOT_WAITING', 'The call waits for no decision.');
    if (outcome.status !== 'deferred') {
      this.waiting.delete(callId);
      if (![...this.kept.values()].includes(run)) await run.end();
    }
    return outcome;
  }

  /** Ends the kept run of a preset, so that the next call starts a new one. */
  async forget(preset: string): Promise<void> {
    const run = this.kept.get(preset);
    this.kept.delete(preset);
    for (const [callId, one] of this.waiting) if (one === run) this.waiting.delete(callId);
    await run?.end();
  }

  /** Ends all runs. */
  async close(): Promise<void> {
    const runs = new Set([...this.kept.values(), ...this.waiting.values()]);
    this.kept.clear();
    this.waiting.clear();
    await Promise.all([...runs].map((run) => run.end()));
  }

  private async start(preset: string): Promise<Run> {
    return this.runtime.startRun(await presetOptions(this.presets, preset));
  }

  private async keptRun(preset: string): Promise<Run> {
    const run = this.kept.get(preset) ?? (await this.start(preset));
    this.kept.set(preset, run);
    return run;
  }

  private async wait({ callId }: ToolOutcome, run: Run): Promise<void> {
    this.waiting.set(callId, run);
    const [oldest] = this.waiting;
    if (this.waiting.size <= MOST_WAITING || oldest === undefined) return;
    this.waiting.delete(oldest[0]);
    if (![...this.kept.values()].includes(oldest[1])) await oldest[1].end();
  }
}
