import { runtime } from './runtime.js';

const run = runtime.startRun();

// What your model is shown: plain JSON Schema, in whatever form its API wants it.
for (const tool of await run.definitions()) console.log(`${tool.name}: ${tool.description}`);

// What your model sends, and what it reads.
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
