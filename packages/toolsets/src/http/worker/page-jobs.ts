import type { PageFormat } from '../html/convert-html.js';
import type { RobotsQuestion } from './robots-allow.js';

/** The jobs of the process that reads pages, with their results. */
export interface PageJobs {
  convert: { job: { kind: 'convert'; html: string; format: PageFormat }; result: string };
  robots: { job: { kind: 'robots' } & RobotsQuestion; result: boolean };
}
