import { runtime } from './runtime.js';

const run = runtime.startRun();

// Your system prompt has the instructions of the toolsets. This one has none.
const instructions = await run.instructions();
if (instructions !== '') console.log(instructions);

// Your model reads these definitions as plain JSON Schema, in the form of its API.
for (const tool of await run.definitions()) console.log(`${tool.name}: ${tool.description}`);

// Your model sends these calls and reads the texts.
const calls = [
  { id: '1', name: 'todo_add', arguments: '{"text":"Oil the oarlocks","priority":"urgent"}' },
  { id: '2', name: 'todo_add', arguments: '{"text":"Oil the oarlocks","priority":"high"}' },
  { id: '3', name: 'todo_finish', arguments: '{"id":7}' },
];
for (const call of calls) {
  const outcome = await run.call(call);
  console.log(`\n> ${call.name} ${call.arguments}\n${outcome.status}: ${outcome.text}`);
}

await run.end();
