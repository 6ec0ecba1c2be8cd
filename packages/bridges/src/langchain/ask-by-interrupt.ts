import type { ToolCall } from '@haft/core';
import type { Decision, DeferredHandler, Run } from '@haft/runtime';

/**
 * Asks by LangGraph's `interrupt` what a call waits for. The first time the graph stops there, with the waiting call as the interrupt's
 * value; when it is resumed, the same call is made again, and `interrupt` returns what the host resumed it with: a decision.
 *
 * @returns what decides about the call; undefined when it waits for nothing, or when there is no graph or nothing that remembers it, so
 *   that the call is answered as waiting
 */
export async function askByInterrupt(run: Run, call: ToolCall, config: object): Promise<DeferredHandler | undefined> {
  const interrupt = 'interrupt' in config ? config.interrupt : undefined;
  if (typeof interrupt !== 'function') return undefined;
  const waiting = await run.waitsFor(call);
  if (waiting === undefined) return undefined;
  const answer = answerOf(interrupt as Interrupt, waiting);
  if (answer === undefined) return undefined;
  return (requests) =>
    Object.fromEntries(requests.filter(({ kind }) => kind === waiting.kind).map(({ id }) => [id, answer]));
}

type Interrupt = (value: unknown) => unknown;

/** Of an interrupt that was answered; the first time, LangGraph throws here, and must. */
function answerOf(interrupt: Interrupt, waiting: object): Decision | boolean | undefined {
  try {
    return interrupt(waiting) as Decision | boolean;
  } catch (error) {
    if (isMissingCheckpointer(error)) return undefined;
    throw error;
  }
}

/** https://docs.langchain.com/oss/javascript/langgraph/errors/MISSING_CHECKPOINTER */
function isMissingCheckpointer(error: unknown): boolean {
  return error instanceof Error && 'lc_error_code' in error && error.lc_error_code === 'MISSING_CHECKPOINTER';
}
