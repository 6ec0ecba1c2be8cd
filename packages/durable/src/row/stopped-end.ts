import type { ToolOutcome } from '@haft/core';
import { CallStopped } from '@haft/runtime';
import { type Call, failed, interrupted, isLeftToOthers, neverBegan, unknownEndOf } from '@haft/runtime/internal';

/**
 * Returns the end of an attempt that has no outcome. It is `cancelled` or `failed` only if the
 * method never began, or if it has no effect. Otherwise the end is unknown.
 *
 * @param error - the error that the method threw
 */
export function stoppedEnd(call: Call, error?: unknown): ToolOutcome {
  if (isLeftToOthers(call)) return interrupted(call);
  const { stopped } = call;
  const hasBegun = call.hasBegun || call.stored.row?.isRecovered === true;
  if (hasBegun && !isHarmless(call, error)) return unknownEndOf(call);
  // A call that was suspended began before, in another attempt.
  const began = neverBegan(call) ? { notStarted: true as const } : {};
  return stopped?.why === 'deadline'
    ? { ...failed(call, 'timeout', stopped.message), ...began }
    : { ...interrupted(call), ...began };
}

/** Returns whether a tool has no effect, or declares none and has stopped as it was told. */
function isHarmless({ stored, stopped, state }: Call, error: unknown): boolean {
  const { settings, definition } = state.planned.tool;
  if (definition.hints?.readOnly === true) return true;
  if (settings.effect !== undefined || definition.hints?.idempotent === true) return false;
  return stored.background === 'execute' && stopped?.why === 'cancelled' && isStop(error);
}

function isStop(error: unknown): boolean {
  return error instanceof CallStopped || (error instanceof Error && error.name === 'AbortError');
}
