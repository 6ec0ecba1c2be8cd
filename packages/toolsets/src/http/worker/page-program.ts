import { parentPort } from 'node:worker_threads';
import { convertHtml } from '../html/convert-html.js';
import { robotsAllow } from './robots-allow.js';
import type { PageJobs } from './page-jobs.js';

/* The program of the worker thread. */

parentPort?.on('message', (job: PageJobs[keyof PageJobs]['job']) => {
  parentPort?.postMessage(job.kind === 'convert' ? convertHtml(job.html, job.format) : robotsAllow(job));
});
