import type { Priority } from './todo.toolset.js';

export interface Todo {
  id: number;
  text: string;
  priority: Priority;
}

/** An ordinary service. Haft passes it to the constructor of the toolset. */
export class TodoStore {
  private readonly todos: Todo[] = [];

  add(text: string, priority: Priority): Todo {
    const todo = { id: this.todos.length + 1, text, priority };
    this.todos.push(todo);
    return todo;
  }
}
