export { ShareToolset } from './share.toolset.js';
export { TodoStore } from './todo.store.js';
export { TodoToolset, type Priority, type Todo } from './todo.toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
