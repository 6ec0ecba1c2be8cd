import { CallSuspended, type DeferredOutcome, type RunContext, type ToolCall, type ToolOutcome } from '@haft/core';
import { defineTool, toolset } from '../../src/index.js';

/** The arguments of `program`: payments, and the way in which it makes them. */
export interface PayProgram {
  readonly how: 'series' | 'together' | 'batch' | 'nested';
  readonly amounts: readonly number[];
}

/** A tool that makes payments with inner calls of `pay`. It waits if they wait. */
export const programs = toolset('programs', [
  defineTool({
    name: 'program',
    description: 'Makes several payments.',
    parameters: {
      type: 'object',
      properties: { how: { type: 'string' }, amounts: { type: 'array', items: { type: 'number' } } },
      required: ['how', 'amounts'],
      additionalProperties: false,
    },
    execute: (program: PayProgram, run: RunContext) => new Payments(program, run).make(),
  }),
]);

class Payments {
  private readonly results = new Map<string, string>();
  private readonly waits: DeferredOutcome[] = [];
  private readonly calls: readonly ToolCall[];

  constructor(
    private readonly program: PayProgram,
    private readonly run: RunContext,
  ) {
    const { how, amounts } = program;
    const payments = amounts.map((amount, index) => ({
      id: `${run.callId}_${index}`,
      name: 'pay',
      arguments: { amount, pin: 'p' },
    }));
    const inner = { id: `${run.callId}_n`, name: 'program', arguments: { how: 'together', amounts } };
    this.calls = how === 'nested' ? [inner] : payments;
  }

  async make(): Promise<string> {
    const { run, waits, results, program } = this;
    for (const [id, text] of Object.entries((run.calls.resumed?.state ?? {}) as object)) results.set(id, String(text));
    for (const [id, outcome] of Object.entries(run.calls.resumed?.outcomes ?? {})) this.note(id, outcome);
    if (program.how === 'series') await this.series();
    else if (run.calls.resumed === undefined) await this.all();
    if (waits.length > 0) throw new CallSuspended({ state: Object.fromEntries(results), waits });
    return [...results.values()].join(', ');
  }

  private async series(): Promise<void> {
    for (const call of this.calls) {
      if (this.waits.length > 0) return;
      const id = call.id ?? '';
      if (!this.results.has(id)) this.note(id, await this.run.calls.call(call, { budget: 'own' }));
    }
  }

  private async all(): Promise<void> {
    const { calls, run } = this;
    if (this.program.how !== 'batch') {
      for (const outcome of await run.calls.callAll(calls)) this.note(outcome.callId, outcome);
      return;
    }
    const batch = await run.calls.openBatch(calls, { budget: 'own' });
    for (const index of calls.keys()) this.note(calls[index]?.id ?? '', await batch.start(index));
    batch.end();
  }

  private note(id: string, outcome: ToolOutcome): void {
    if (outcome.status === 'deferred') this.waits.push(outcome);
    else this.results.set(id, outcome.text);
  }
}
