import { createRuntime } from 'haft';
import { TodoStore } from './todo.store.js';
import { toolsets } from './toolsets.gen.js'; // written by `haft build`

export const runtime = createRuntime({ toolsets, provide: [TodoStore] });
