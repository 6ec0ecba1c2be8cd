// Follows a page of the guide as a reader would, in an empty folder, so that page and test cannot part:
//
//   node scripts/run-guide.mjs docs/guide/nestjs.md
//
// A `sh` block is run, where the block before it ended (`cd` counts). Marks in comments say what other blocks are:
//
//   <!-- file: src/a.ts -->     the block is written to that file
//   <!-- prints -->             the block is what the commands before it print; `...` stands for anything
//   <!-- starts: some text -->  the commands go on in the background, once they have printed that; what was started before ends
//
// Two things are not literal. Our packages, which `npm install` asks for, are those of this repository (see guide/registry.mjs), and
// port 3000 is one that is free. Everything else comes from the registry that npm is set to.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './guide/free-port.mjs';
import { packPackages } from './guide/pack-packages.mjs';
import { readPage } from './guide/read-page.mjs';
import { Reader } from './guide/reader.mjs';
import { startRegistry } from './guide/registry.mjs';

const [page] = process.argv.slice(2);
if (page === undefined) throw new Error('Which page? node scripts/run-guide.mjs docs/guide/nestjs.md');

const folder = await mkdtemp(join(tmpdir(), 'haft-guide-'));
const registry = await startRegistry(await packPackages(join(folder, 'packed')));
const reader = new Reader({ folder, registry: registry.url, port: await freePort() });
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void reader.stop().then(() => process.exit(1)));
try {
  const steps = readPage(await readFile(resolve(page), 'utf8'));
  for (const step of steps) await reader.follow(step);
  console.log(`${page}: ${steps.length} steps, all as the page says`);
} catch (error) {
  console.error(`${page}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await reader.stop();
  registry.close();
  await rm(folder, { recursive: true, force: true });
}
