import type { ToolCall } from '@haft/core';
import type { Decision, DeferredHandler, Run } from '@haft/runtime';
import { ownRequests } from '../shared/own-requests.js';

/**
 * Asks for a decision with LangGraph's `interrupt`. The first time, the graph stops there, with the
 * waiting call as the interrupt's value. After resuming, the same call is made again, and
 * `interrupt` returns the decision of the host.
 *
 * @returns a handler with the decision. Undefined if the call waits for nothing, or without a graph
 *   or a checkpointer. Then the outcome of the call is deferred.
 */
export async function askByInterrupt(run: Run, call: ToolCall, config: object): Promise<DeferredHandler | undefined> {
  const interrupt = 'interrupt' in config ? config.interrupt : undefined;
  if (!isInterrupt(interrupt)) return undefined;
  const waiting = await run.waitsFor(call);
  if (waiting === undefined) return undefined;
  const answer = answerOf(interrupt, waiting);
  if (answer === undefined) return undefined;
  return (requests) =>
    Object.fromEntries(
      ownRequests(requests)
        .filter(({ kind }) => kind === waiting.kind)
        .map(({ id }) => [id, answer]),
    );
}

type Interrupt = (value: unknown) => Decision | boolean;

function isInterrupt(value: unknown): value is Interrupt {
  return typeof value === 'function';
}

/** Returns the answer to an interrupt. The first time, LangGraph throws here, which is intended. */
function answerOf(interrupt: Interrupt, waiting: object): Decision | boolean | undefined {
  try {
    return interrupt(waiting);
  } catch (error) {
    if (isMissingCheckpointer(error)) return undefined;
    throw error;
  }
}

/**
 * Returns whether the graph has no checkpointer:
 * https://docs.langchain.com/oss/javascript/langgraph/errors/MISSING_CHECKPOINTER
 */
function isMissingCheckpointer(error: unknown): boolean {
  return error instanceof Error && 'lc_error_code' in error && error.lc_error_code === 'MISSING_CHECKPOINTER';
}
