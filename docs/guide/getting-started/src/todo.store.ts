import type { Priority, Todo } from './todo.toolset.js';

/** An ordinary service. Haft passes it to the constructor of the toolset. */
export class TodoStore {
  private readonly todos: Todo[] = [];

  add(text: string, priority: Priority): Todo {
    const todo = { id: this.todos.length + 1, text, priority, done: false };
    this.todos.push(todo);
    return todo;
  }

  find(id: number): Todo | undefined {
    return this.todos.find((todo) => todo.id === id);
  }

  all(): Todo[] {
    return this.todos;
  }
}
