import { Injectable } from '@nestjs/common';
import { ModelRetry, Param, Tool, Toolset } from 'haft';
import { TodoStore, type Priority, type Todo } from './todo.store.js';

/** Things to do. */
@Injectable()
@Toolset({ prefix: 'todo' })
export class TodoToolset {
  constructor(private readonly store: TodoStore) {}

  /**
   * Adds something to do.
   * @param text The text of the task.
   * @param priority How urgent it is.
   */
  @Tool()
  add(@Param({ minLength: 1, maxLength: 200 }) text: string, priority: Priority = 'normal'): Todo {
    return this.store.add(text, priority);
  }

  /**
   * Marks something as done.
   * @param id The number that todo_add gave.
   */
  @Tool()
  finish(@Param({ integer: true, minimum: 1 }) id: number): Todo {
    const todo = this.store.find(id);
    if (todo === undefined) throw new ModelRetry(`There is no todo ${id}. Call todo_list to see what exists.`);
    todo.done = true;
    return todo;
  }

  /** Lists all tasks. */
  @Tool()
  list(): Todo[] {
    return this.store.all();
  }
}
