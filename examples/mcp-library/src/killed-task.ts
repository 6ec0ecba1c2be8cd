import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { TasksOfClient, TaskState } from './tasks-of-clients.js';
import type { Visitor } from './visitor.js';

/** Starts a task, kills its server in the middle, and reads its end from the next process. */
export async function surviveCrash(first: Visitor, visit: () => Promise<Visitor>, tasks: TasksOfClient): Promise<void> {
  const task = await tasks.start(first.client, 'library_count', { shelf: 'sea' });
  const before = await stateWhen(first, task, tasks, ({ message }) => message !== undefined);
  deepStrictEqual(before, { task, status: 'working', message: 'Counts Moby-Dick.' });
  await first.kill();

  const second = await visit();
  // The lease of the dead process is still valid, or the second process has begun.
  const after = await tasks.stateOf(second.client, task);
  strictEqual(after.task, task);
  strictEqual(after.status, 'working');
  const { value } = await stateWhen(second, task, tasks, ({ status }) => status === 'completed');
  deepStrictEqual(value, { books: 2, pages: 1118 });
  await second.leave();
}

async function stateWhen(
  { client }: Visitor,
  task: string,
  tasks: TasksOfClient,
  isReached: (state: TaskState) => boolean,
): Promise<TaskState> {
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const state = await tasks.stateOf(client, task);
    if (isReached(state)) return state;
    await delay(100);
  }
  throw new Error(`The task ${task} does not continue.`);
}

const MOST_ASKED = 300;
