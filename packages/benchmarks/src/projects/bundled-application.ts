import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const REPORT = new URL('../children/report-cpu.js', import.meta.url).pathname;

/**
 * Bundles a generated project, with Haft and a first call, into one file, as who pays for cold starts does. Optional peers stay
 * outside. Gives the file.
 */
export function bundledApplication(folder: string): string {
  const [entry, bundle] = [join(folder, 'first-call.mjs'), join(folder, 'first-call.bundle.mjs')];
  writeFileSync(entry, FIRST_CALL);
  buildSync({
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: ['ajv', 'class-transformer', 'class-validator'],
    logLevel: 'error',
  });
  return bundle;
}

/** The same as the process that is not bundled does. */
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
