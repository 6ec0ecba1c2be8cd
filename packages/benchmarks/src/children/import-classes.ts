/* One cold process: the classes of a project, with their imports of Haft, and nothing else. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportCpu } from './report-cpu.js';

const folder = process.argv[2] ?? '';
const modules = readdirSync(folder).filter((file) => file.endsWith('.js') && !file.includes('.gen.'));
for (const file of modules) await import(pathToFileURL(join(folder, file)).href);
reportCpu();
