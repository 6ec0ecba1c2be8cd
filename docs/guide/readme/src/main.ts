import { createRuntime } from 'haft';
import { TodoStore } from './todo.store.js';
import { toolsets } from './toolsets.gen.js'; // written by `npx haft build`

const run = createRuntime({ toolsets, provide: [TodoStore] }).startRun();
export const definitions = await run.definitions(); // for the request to your model
export const system = await run.instructions(); // for its system prompt

const call = { id: '1', name: 'todo_add', arguments: '{"text":"Oil","priority":"urgent"}' };
const outcome = await run.call(call); // your model sent this call
console.log(outcome.text); // - priority: expected one of "low", "normal", "high", received "urgent"
