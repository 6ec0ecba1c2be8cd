/* One cold process: the classes of a project are there; what the definitions of all its tools cost. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRuntime } from 'haft';
import type { ReflectedToolsets } from '@haft/core/reflected';

const folder = process.argv[2] ?? '';
const modules = readdirSync(folder).filter((file) => file.endsWith('.js') && !file.includes('.gen.'));
for (const file of modules) await import(pathToFileURL(join(folder, file)).href);

const memoryBefore = memory();
const start = cpu();
const { toolsets } = (await import(pathToFileURL(join(folder, 'toolsets.gen.js')).href)) as {
  toolsets: ReflectedToolsets;
};
const imported = cpu();
const { services } = toolsets.read();
const runtime = createRuntime({ toolsets, provide: services.map((one) => one.class) });
const created = cpu();
const definitions = await runtime.startRun().definitions();
let characters = 0;
for (const { parameters } of definitions) characters += JSON.stringify(parameters).length;
const end = cpu();
const after = memory();
const parts = { import: imported - start, runtime: created - imported, definitions: end - created };
console.log(
  JSON.stringify({ cpu: end - start, memory: after - memoryBefore, tools: definitions.length, characters, parts }),
);
process.exit(0);

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function memory(): number {
  // Twice: what the first collection finds, a file that was read, is given back after it.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
