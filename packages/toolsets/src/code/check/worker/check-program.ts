import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { CheckJob, CheckReply } from '../check-job.js';
import { ProgramCompiler } from './program-compiler.js';

/* The program of the thread that checks programs. */

const compiler = new ProgramCompiler(createRequire(import.meta.url));
let declarations = '';

parentPort?.on('message', (job: CheckJob) => {
  declarations = job.declarations ?? declarations;
  const reply: CheckReply = { id: job.id, problems: compiler.problemsOf(job.code, declarations) };
  parentPort?.postMessage(reply);
});
