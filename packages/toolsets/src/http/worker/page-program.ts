import { answerJobs } from '../../answer-jobs.js';
import { convertHtml } from '../html/convert-html.js';
import { robotsAllow } from './robots-allow.js';
import type { PageJobs } from './page-jobs.js';

/* The program of the process that reads pages. */

answerJobs((job: PageJobs[keyof PageJobs]['job']) =>
  job.kind === 'convert' ? convertHtml(job.html, job.format) : robotsAllow(job),
);
