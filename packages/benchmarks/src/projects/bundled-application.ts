import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const REPORT = new URL('../children/report-cpu.js', import.meta.url).pathname;

/**
 * Bundles a generated project, with Haft and a first call, into one file, for fast cold starts.
 * Lazily imported code is in files next to it. Optional peers stay outside.
 *
 * @returns the file
 */
export function bundledApplication(folder: string): string {
  return bundled(folder, 'first-call.mjs', FIRST_CALL);
}

/**
 * Bundles the classes of a generated project, with what they import, into one file.
 *
 * @returns the file
 */
export function bundledClasses(folder: string): string {
  const modules = readdirSync(join(folder, 'dist')).filter((file) => file.endsWith('.js') && !file.includes('.gen.'));
  const imports = modules.map((file) => `import './dist/${file}';\n`).join('');
  return bundled(folder, 'classes.mjs', `${imports}import { reportCpu } from '${REPORT}';\nreportCpu();\n`);
}

function bundled(folder: string, name: string, code: string): string {
  const [entry, output] = [join(folder, name), join(folder, 'bundled')];
  writeFileSync(entry, code);
  buildSync({
    entryPoints: [entry],
    outdir: output,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: ['ajv', 'class-transformer', 'class-validator'],
    logLevel: 'error',
  });
  return join(output, name);
}

/** The same code as in the process without a bundle. */
const FIRST_CALL = `import { createRuntime } from 'haft';
import { toolsets } from './dist/toolsets.gen.js';
import { reportCpu } from '${REPORT}';

const { services } = toolsets.read();
const run = createRuntime({ toolsets, provide: services.map((one) => one.class) }).startRun();
const outcome = await run.call({ id: 'c1', name: 's0_read0', arguments: '{"id":"some id"}' });
if (outcome.status !== 'success') throw new Error(outcome.text);
await run.end();
reportCpu();
`;
