import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from '@jest/globals';
import type { QueryJob } from '../../src/query/process/query-job.js';
import { QueryProcess } from '../../src/query/query-process.js';
import { newFolder, removeFolders } from './query-run.js';

afterAll(removeFolders);

/** Takes memory without a pause, as the conversion of a large value does. Ends at 2 GB. */
const GREEDY = `
  const kept = [];
  while (kept.length < 2_000) kept.push(Buffer.alloc(1_000_000, 1));
  process.stdout.write('{"kind":"problem","message":"nothing ended it"}');
`;

const job: QueryJob = {
  sql: '',
  tables: [],
  maxRows: 1,
  maxCharacters: 1,
  memoryBytes: 200_000_000,
  threads: 1,
};

it('ends a process that takes memory and lets nothing else run in it [TOOL-25]', async () => {
  const program = join(newFolder(), 'greedy.mjs');
  writeFileSync(program, GREEDY);
  const queries = new QueryProcess(pathToFileURL(program), { timeoutMs: 600_000, concurrency: 1 });
  expect(await queries.run(job, [], new AbortController().signal)).toEqual({ kind: 'memory' });
});

it('starts no process for a call that is cancelled before its turn [TOOL-25]', async () => {
  const program = join(newFolder(), 'endless.mjs');
  writeFileSync(program, 'setInterval(() => undefined, 1_000);');
  const queries = new QueryProcess(pathToFileURL(program), { timeoutMs: 600_000, concurrency: 1 });
  const controller = new AbortController();
  const running = queries.run(job, [], controller.signal);
  controller.abort(new Error('cancelled'));
  await expect(running).rejects.toThrow('cancelled');
});
