import { Module } from '@nestjs/common';
import { createRuntime } from 'haft';
import { toolsets } from '../toolsets.gen.js';
import { TodoStore } from './todo.store.js';
import { TodoToolset } from './todo.toolset.js';

/** `@Inject(TODO_TOOLS) private readonly tools: TodoTools`, wherever your model is called. */
export const TODO_TOOLS = Symbol('TODO_TOOLS');
export type TodoTools = ReturnType<typeof createTodoTools>;

/** Haft makes the toolset; its services come from Nest. */
function createTodoTools(store: TodoStore) {
  const provide = [{ provide: TodoStore, useValue: store }];
  return createRuntime({ toolsets: toolsets.pick(TodoToolset), provide });
}

@Module({
  providers: [TodoStore, { provide: TODO_TOOLS, useFactory: createTodoTools, inject: [TodoStore] }],
  exports: [TODO_TOOLS],
})
export class TodoModule {}
