import { ModelRetry, ToolFailed } from 'haft';
import type { Club } from './club.js';
import { TaskStatus, type Task } from './task.js';

/** The tasks of the club, in memory. */
export class TaskList {
  private readonly tasks: Task[] = [];

  constructor(private readonly club: Club) {}

  add(task: Omit<Task, 'id' | 'status'>): Task {
    const { members } = this.club;
    if (!members.includes(task.assignee)) {
      throw new ModelRetry(`There is no member '${task.assignee}'. Members: ${members.join(', ')}.`);
    }
    const added = { id: this.tasks.length + 1, ...task, status: TaskStatus.Open };
    this.tasks.push(added);
    return added;
  }

  /** @returns tasks with the status and the assignee, if they are given */
  find({ status, assignee }: Partial<Pick<Task, 'status' | 'assignee'>>): readonly Task[] {
    return this.tasks.filter(
      (task) => (status ?? task.status) === task.status && (assignee ?? task.assignee) === task.assignee,
    );
  }

  finish(id: number): Task {
    const task = this.tasks.find((one) => one.id === id);
    if (task === undefined) throw missing(id);
    // #region failed
    if (task.status === TaskStatus.Done) throw new ToolFailed(`Task ${String(id)} is done already.`);
    // #endregion failed
    task.status = TaskStatus.Done;
    return task;
  }
}

// #region missing
function missing(id: number): ModelRetry {
  return new ModelRetry(`There is no task ${String(id)}. Call task_list to see the tasks.`);
}
// #endregion missing
