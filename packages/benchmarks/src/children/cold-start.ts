/* One cold process: from the start to the first answer of one tool among many. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { createRuntime } from 'haft';
import { reportCpu } from './report-cpu.js';
import type { ReflectedToolsets } from '@haft/core/reflected';

const folder = process.argv[2] ?? '';
const { toolsets } = (await import(pathToFileURL(join(folder, 'toolsets.gen.js')).href)) as {
  toolsets: ReflectedToolsets;
};
const { services } = toolsets.read();
const run = createRuntime({ toolsets, provide: services.map((one) => one.class) }).startRun();
const outcome = await run.call({ id: 'c1', name: 's0_read0', arguments: '{"id":"some id"}' });
if (outcome.status !== 'success') throw new Error(outcome.text);
await run.end();
reportCpu();
