import type { ToolOutcome } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { contextOf } from '../context/context-of.js';
import type { Call } from '../call.js';
import { failedByTool } from '../outcome/outcomes.js';
import { encode } from '../steps/11-encode.js';
import { mayRunAgain } from './may-run-again.js';
import { unknownEndOf } from './unknown-end.js';

/**
 * Finds out what became of a call whose process died. A tool that only reads or is idempotent runs
 * again. A tool with effects is asked. The end of every other call is unknown.
 *
 * @param perform - executes the tool
 */
export async function reconcile(call: Call, perform: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  const { args } = call;
  const { tool } = call.state.planned;
  const { body } = tool;
  if (mayRunAgain(tool)) return perform();
  if (body.reconcile === undefined) return unknownEndOf(call);
  const { instance } = call.state;
  const context = contextOf(call);
  const found = await askTool(call, () =>
    body.reconcile?.(instance as never, context.idempotencyKey, args as never, context),
  );
  if (found?.kind === 'notDone') {
    // No attempt has taken effect, so that the next one is like a first one.
    delete call.stored.row?.isRecovered;
    return perform();
  }
  if (found?.kind === 'failed' && typeof found.text === 'string') return failedByTool(call, found.text);
  if (found?.kind !== 'done') return unknownEndOf(call);
  return encode(call, found.value);
}

/** Returns the answer of the tool. Undefined if it throws or answers with another form. */
async function askTool(
  { run, name }: Call,
  ask: () => unknown,
): Promise<{ readonly kind?: unknown; readonly value?: unknown; readonly text?: unknown } | undefined> {
  try {
    const found = await ask();
    return isObject(found) ? found : undefined;
  } catch (error) {
    run.runtime.observe.logger.error(`The reconcile method of '${name}' threw.`, { error });
    return undefined;
  }
}
