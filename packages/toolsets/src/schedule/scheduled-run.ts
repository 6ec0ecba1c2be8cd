import { ToolFailed, type RunContext } from '@haft/core';
import type { Run } from '@haft/runtime';

/** The key in `run.state` while the calls of a schedule are made. A paused run keeps it. */
const SCHEDULED = 'haft.scheduled';

/** Marks a run before the calls of a schedule are made in it. */
export function beginScheduled({ state }: Pick<Run, 'state'>): void {
  state.set(SCHEDULED, true);
}

/** Takes the mark away when the calls have ended. Calls that wait for a decision keep it. */
export function endScheduled({ state }: Pick<Run, 'state'>): void {
  state.delete(SCHEDULED);
}

/**
 * Refuses a tool of schedules to the calls of a schedule, also inside of a plan or a program: such
 * schedules would multiply.
 *
 * @throws {ToolFailed}
 */
export function refuseScheduled({ state, toolName }: RunContext): void {
  if (state.has(SCHEDULED)) throw new ToolFailed(`A schedule cannot call ${toolName}.`);
}
