import { HaftError, type CallBatch, type InnerBatchOptions, type InnerCallOptions } from '@haft/core';
import type { ToolCall, ToolOutcome } from '@haft/core';

/** Inner calls of a fake context. It starts each call immediately. */
export class FakeBatch implements CallBatch {
  private readonly started = new Set<number>();
  private hasEnded = false;

  /** @param make - makes one of the calls */
  constructor(
    private readonly calls: readonly ToolCall[],
    private readonly options: InnerBatchOptions,
    private readonly make: (call: ToolCall, options: InnerCallOptions) => Promise<ToolOutcome>,
  ) {}

  async start(index: number, args?: unknown): Promise<ToolOutcome> {
    const call = this.calls[index];
    if (call === undefined || this.started.has(index) || this.hasEnded) throw notStarted(index);
    this.started.add(index);
    const { budget, signal, places } = this.options;
    return this.make(args === undefined ? call : { ...call, arguments: args }, {
      ...(budget !== undefined && { budget }),
      ...(signal !== undefined && { signal }),
      ...(places?.[index] !== undefined && { place: places[index] }),
    });
  }

  end(): void {
    this.hasEnded = true;
  }
}

function notStarted(index: number): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `The batch cannot start call ${index}.`, {
    hint: 'Start each call of the batch once, by its position, before you end the batch.',
  });
}
