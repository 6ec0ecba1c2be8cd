import { Hints, ModelRetry, Param, RunContext, Tool, Toolset } from 'haft';
import type { AppDeps } from './app-deps.js';
import { NewTaskDto } from './new-task.dto.js';
import { TaskList } from './task-list.js';
import { TaskStatus, type Task } from './task.js';

/** Some tasks of the list. */
export interface TaskPage {
  tasks: Task[];
  total: number;
  truncated: boolean;
}

// #region toolset
/** Tasks of one club. */
@Toolset({ prefix: 'task' })
export class TaskToolset {
  constructor(private readonly tasks: TaskList) {}

  /**
   * Lists tasks, oldest first.
   * @param mine Only tasks of the user.
   * @param status Only tasks with this status.
   * @param offset First task to return, from 1.
   * @param limit Most tasks to return.
   */
  @Tool()
  @Hints({ readOnly: true })
  list(
    run: RunContext<AppDeps>,
    mine = false,
    status?: TaskStatus,
    @Param({ integer: true, minimum: 1 }) offset = 1,
    @Param({ integer: true, minimum: 1, maximum: 50 }) limit = 20,
  ): TaskPage {
    const found = this.tasks.find({ status, assignee: mine ? run.deps.user : undefined });
    if (offset > 1 && offset > found.length) throw new ModelRetry(`There are only ${String(found.length)} such tasks.`);
    const tasks = found.slice(offset - 1, offset - 1 + limit);
    return { tasks, total: found.length, truncated: offset - 1 + tasks.length < found.length };
  }
  // #endregion toolset

  // #region add
  /** Adds a task to the list. */
  @Tool()
  add(task: NewTaskDto, run: RunContext<AppDeps>): Task {
    const { user, today } = run.deps;
    const { title, priority, assignee = user, dueInDays } = task;
    return this.tasks.add({ title, priority, assignee, due: dayAfter(today, dueInDays) });
  }
  // #endregion add

  /**
   * Marks a task as done.
   * @param id Number of the task.
   */
  @Tool()
  finish(@Param({ integer: true, minimum: 1 }) id: number): Task {
    return this.tasks.finish(id);
  }
}

function dayAfter(today: Date, days: number): string {
  const later = new Date(today);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}
