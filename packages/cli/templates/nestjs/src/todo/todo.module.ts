import { Module } from '@nestjs/common';
import { TodoStore } from './todo.store.js';
import { TodoToolset } from './todo.toolset.js';

/** A toolset is an ordinary provider. `HaftModule` finds it. */
@Module({ providers: [TodoStore, TodoToolset] })
export class TodoModule {}
