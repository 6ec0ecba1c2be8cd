import { createInterface } from 'node:readline';
import { MEMORY_EXIT, type QueryJob, type QueryReply } from './query-job.js';
import { runQuery } from './run-query.js';

/* The program of a process that runs one query: it reads a job as a line and writes the reply. */

/** Time between two looks at the memory, in milliseconds. */
const LOOK_MS = 10;

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  const job = JSON.parse(line) as QueryJob;
  watchMemory(job.memoryBytes);
  void answer(job);
});
// The process that asked has ended.
lines.once('close', () => process.exit());

/** DuckDB does not count all memory, such as long strings. It works in other threads meanwhile. */
function watchMemory(mostBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes) process.exit(MEMORY_EXIT);
  }, LOOK_MS).unref();
}

async function answer(job: QueryJob): Promise<void> {
  const duckdb = await import('@duckdb/node-api');
  const reply: QueryReply = await runQuery(duckdb, job);
  process.stdout.write(JSON.stringify(reply), () => process.exit());
}
