import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import type { Call } from '../call/call.js';
import { keptText } from '../call/row/kept-text.js';
import type { KeepingPort } from '../call/run-port.js';
import type { RunState } from './state/run-state.js';

import { notKept } from './no-ledger.js';

/** Keeps the calls of a run that wait, and recognises calls that were made before. */
export class KeepingOfRun implements KeepingPort {
  constructor(
    private readonly run: RunState,
    readonly mayHaveEarlierCalls: boolean,
  ) {}

  pause(outcome: DeferredOutcome, parent?: Call): void {
    if (parent === undefined) this.run.paused.add([outcome]);
    else this.run.paused.addInner(parent, outcome);
  }

  async keep(call: Call, outcome: DeferredOutcome): Promise<ToolOutcome> {
    const { durable } = this.run.runtime;
    // The process that sent the call writes it.
    if (durable === undefined || this.run.factsFromOutside !== undefined) return outcome;
    return durable.keep(this.run, call, outcome);
  }

  async settleIn(call: Call, client: unknown, value: unknown): Promise<void> {
    const { durable } = this.run.runtime;
    if (durable === undefined) throw notKept(call);
    return durable.settleIn(call, client, value);
  }

  async keepValue(call: Call, value: unknown): Promise<boolean> {
    const json = keptText(call.name, value);
    return (await this.run.runtime.durable?.keepValue(call, json)) ?? false;
  }
}
