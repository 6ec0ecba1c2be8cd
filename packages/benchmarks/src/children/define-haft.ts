/*
 * One cold process: the cost of the definitions of all tools of a project, in addition to its
 * classes.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRuntime } from 'haft';
import { heldMemory, processCpu } from './process-cost.js';
import type { ReflectedToolsets } from '@haft/core/reflected';

const folder = process.argv[2] ?? '';
const modules = readdirSync(folder).filter((file) => file.endsWith('.js') && !file.includes('.gen.'));
for (const file of modules) await import(pathToFileURL(join(folder, file)).href);

const memoryBefore = heldMemory();
const start = processCpu();
const { toolsets } = (await import(pathToFileURL(join(folder, 'toolsets.gen.js')).href)) as {
  toolsets: ReflectedToolsets;
};
const imported = processCpu();
const { services } = toolsets.read();
const runtime = createRuntime({ toolsets, provide: services.map((one) => one.class) });
const created = processCpu();
const definitions = await runtime.startRun().definitions();
let characters = 0;
for (const { parameters } of definitions) characters += JSON.stringify(parameters).length;
const end = processCpu();
const after = heldMemory();
const parts = { import: imported - start, runtime: created - imported, definitions: end - created };
console.log(
  JSON.stringify({ cpu: end - start, memory: after - memoryBefore, tools: definitions.length, characters, parts }),
);
process.exit(0);
