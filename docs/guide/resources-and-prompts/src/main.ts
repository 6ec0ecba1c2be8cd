import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

const runtime = createRuntime({ toolsets });
const run = runtime.startRun({ permissions: ['orders:read'] });

// #region read
const { resources, templates } = await run.resources();
console.log(resources.map(({ uri, name }) => `${uri} (${name})`));
console.log(templates.map(({ uriTemplate }) => uriTemplate));

const read = await run.read('orders://7?part=item');
if (read.status === 'success') console.log(read.value);
// #endregion read

for (const uri of ['orders://open', 'orders://seven', 'orders://7/lines', 'orders://8']) {
  const { status, text } = await run.read(uri);
  console.log(`${uri}: ${status}: ${text}`);
}
const inside = await run.read('manual://boats/oars.txt');
const outside = await run.read('manual://..%2Fpackage.json');
console.log(inside.text.trim(), '|', outside.text);

// #region prompts
const [prompt] = await run.prompts();
console.log(prompt?.title);
const asked = await run.prompt('summary', { id: '7' });
if (asked.status === 'success') for (const { role, parts } of asked.value) console.log(role, parts);
// #endregion prompts

// #region completion
console.log(await run.complete({ resource: 'orders://{id}{?part}', parameter: 'id', text: '7' }));
console.log(await run.complete({ prompt: 'summary', parameter: 'tone', text: 's' }));
// #endregion completion

console.log((await run.definitions()).length, 'tools for models');
const other = runtime.startRun({ permissions: [] });
const hidden = await other.read('orders://7');
console.log(hidden.status, (await other.resources()).resources.length);
await run.end();
await other.end();
