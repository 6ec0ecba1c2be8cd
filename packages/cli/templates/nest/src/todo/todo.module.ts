import { Module } from '@nestjs/common';
import { ShareToolset } from './share.toolset.js';
import { TodoStore } from './todo.store.js';
import { TodoToolset } from './todo.toolset.js';

/** Toolsets are ordinary providers. `HaftModule` finds them. */
@Module({ providers: [TodoStore, TodoToolset, ShareToolset] })
export class TodoModule {}
