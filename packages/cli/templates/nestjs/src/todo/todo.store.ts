import { Injectable } from '@nestjs/common';

export type Priority = 'low' | 'normal' | 'high';

export interface Todo {
  id: number;
  text: string;
  priority: Priority;
  done: boolean;
}

/** An ordinary service. */
@Injectable()
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
