import { writeFileSync } from 'node:fs';
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
  const [entry, output] = [join(folder, 'first-call.mjs'), join(folder, 'bundled')];
  writeFileSync(entry, FIRST_CALL);
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
  return join(output, 'first-call.mjs');
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
