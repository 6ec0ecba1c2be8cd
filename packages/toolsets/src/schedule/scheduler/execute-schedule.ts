import type { Run } from '@haft/runtime';
import { beginScheduled, endScheduled } from '../scheduled-run.js';
import type { Schedule, Slot } from '../store/schedule-store.js';

/** Executes a schedule in a run of its user. */
export interface ScheduleExecution {
  readonly schedule: Schedule;
  readonly slot: Slot;
  readonly run: Run;
  /** Gives the prompt to a model. */
  readonly onPrompt: ((schedule: Schedule, run: Run) => unknown) | undefined;
}

/**
 * Makes the calls of a schedule in their order, as a model would: all steps of a call apply. The
 * first call that does not succeed ends the execution. Then hands over the prompt.
 *
 * @returns the outcome, as `schedule_list` shows it
 */
export async function executeSchedule(execution: ScheduleExecution): Promise<string> {
  const { schedule, run, onPrompt } = execution;
  beginScheduled(run);
  const problem = await makeCalls(execution);
  if (problem !== undefined) return problem;
  endScheduled(run);
  if (schedule.prompt.trim() !== '') {
    if (onPrompt === undefined) return 'failed: the application does not execute prompts';
    await onPrompt(schedule, run);
  }
  return 'done';
}

/** Returns the outcome of the first call that does not succeed. */
async function makeCalls({ schedule, slot, run }: ScheduleExecution): Promise<string | undefined> {
  for (const [at, { tool, args }] of schedule.tools.entries()) {
    // The same slot has the same ids, so that keys of effects stay the same.
    const id = `${schedule.id}:${String(slot.at)}:${String(at)}`;
    const outcome = await run.call({ id, name: tool, arguments: { ...args } });
    if (outcome.status === 'deferred') return `waiting: ${tool} needs a decision`;
    if (outcome.status !== 'success') return `${outcome.status}: ${tool}: ${firstLine(outcome.text)}`;
  }
  return undefined;
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 200);
}
