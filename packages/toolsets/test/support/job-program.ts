import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from '@jest/globals';

/** Returns a function that writes the program of a `JobProcess`. The tests of a file remove it. */
export function jobPrograms(): (work: string) => URL {
  const folder = mkdtempSync(join(tmpdir(), 'haft-jobs-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  let files = 0;
  return (work) => {
    const file = join(folder, `${String(files++)}.mjs`);
    const code = `import fs from 'node:fs'; const work = ${work};
      process.on('message', async ({ id, job }) => process.send({ id, reply: await work(job) }));`;
    writeFileSync(file, code);
    return pathToFileURL(file);
  };
}
