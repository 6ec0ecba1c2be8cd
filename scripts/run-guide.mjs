// Follows pages of the guide as a reader would, each in an empty folder, which tests the pages:
//
//   node scripts/run-guide.mjs docs/guide/nestjs.md
//
// It runs each `sh` block in the folder where the block before it ended (`cd` counts). Marks in
// comments define the other blocks:
//
//   <!-- file: src/a.ts -->     writes the block to that file
//   <!-- prints -->             the output of the commands before it. `...` is any text
//   <!-- starts: some text -->  runs the commands in the background and waits for the text.
//                               The process of the mark before it ends.
//
// Two things differ from a reader's run. `npm install` gets our packages from this repository (see
// strangers/local-registry.mjs), and a free port replaces port 3000. Everything else comes from
// npm's configured registry.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './guide/free-port.mjs';
import { readPage } from './guide/read-page.mjs';
import { Reader } from './guide/reader.mjs';
import { startRegistry } from './strangers/local-registry.mjs';

const pages = process.argv.slice(2);
if (pages.length === 0) throw new Error('Which page? node scripts/run-guide.mjs docs/guide/nestjs.md');

const folder = await mkdtemp(join(tmpdir(), 'haft-guide-'));
const registry = await startRegistry();
let reader;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void reader?.stop().then(() => process.exit(1)));
try {
  for (const page of pages) await follow(page);
} finally {
  registry.stop();
  await rm(folder, { recursive: true, force: true });
}

async function follow(page) {
  const own = await mkdtemp(join(folder, 'page-'));
  reader = new Reader({ folder: own, registry: registry.url, port: await freePort() });
  try {
    const steps = readPage(await readFile(resolve(page), 'utf8'));
    for (const step of steps) await reader.follow(step);
    console.log(`${page}: ${steps.length} steps, all as the page says`);
  } catch (error) {
    console.error(`${page}: ${error.message}`);
    process.exitCode = 1;
  } finally {
    await reader.stop();
  }
}
