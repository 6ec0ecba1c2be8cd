import { createRequire } from 'node:module';
import { answerJobs } from '../../../answer-jobs.js';
import type { CheckJob } from '../check-job.js';
import { ProgramCompiler } from './program-compiler.js';

/* The program of the process that checks programs. */

const compiler = new ProgramCompiler(createRequire(import.meta.url));
let declarations = '';

answerJobs((job: CheckJob) => {
  declarations = job.declarations ?? declarations;
  return compiler.problemsOf(job.code, declarations);
});
