import { Param, Tool, Toolset } from 'haft';
import { TodoStore, type Todo } from './todo.store.js';

export type Priority = 'low' | 'normal' | 'high';

@Toolset({ prefix: 'todo' })
export class TodoToolset {
  constructor(private readonly store: TodoStore) {}

  /**
   * Adds a task.
   * @param text The task, in a few words.
   * @param priority How urgent it is.
   */
  @Tool()
  add(@Param({ maxLength: 200 }) text: string, priority: Priority = 'normal'): Todo {
    return this.store.add(text, priority);
  }
}
