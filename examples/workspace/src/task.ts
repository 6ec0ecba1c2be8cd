/** Whether a task is done. */
export enum TaskStatus {
  Open = 'open',
  Done = 'done',
}

/** The urgency of a task. */
export type Priority = 'low' | 'normal' | 'high';

/** A task of the club. */
export interface Task {
  id: number;
  title: string;
  priority: Priority;
  /** The member who does it. */
  assignee: string;
  /** Last day, such as 2026-03-08. */
  due: string;
  status: TaskStatus;
}
