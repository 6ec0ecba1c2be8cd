import type { ToolOutcome } from '@haft/core';
import type { PlainCall } from '@haft/runtime';
import type { WorkerRuntime } from '../../src/index.js';

/** The options of `executeCall`. */
export type CallOptions = Parameters<WorkerRuntime['executeCall']>[1];

/** A runtime whose tools are functions. */
export function runtimeOf(
  tools: Readonly<Record<string, (call: PlainCall, options: CallOptions) => unknown>>,
): WorkerRuntime {
  return {
    async executeCall(call, options) {
      const facts = { callId: call.id, tool: call.tool, repairs: [] };
      const stopped = new Promise<ToolOutcome>((resolve) => {
        const stop = (): void => resolve({ ...facts, status: 'interrupted', text: 'The tool call was interrupted.' });
        if (options.signal.aborted) stop();
        options.signal.addEventListener('abort', stop, { once: true });
      });
      const worked = Promise.resolve(tools[call.tool]?.(call, options)).then((value): ToolOutcome => ({
        ...facts,
        status: 'success',
        value,
        text: JSON.stringify(value) ?? 'Done.',
      }));
      return await Promise.race([worked, stopped]);
    },
  };
}
