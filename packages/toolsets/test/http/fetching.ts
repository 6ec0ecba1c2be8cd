import { RunContext } from '@haft/core';
import { convertHtml } from '../../src/http/html/convert-html.js';
import { HttpOptions, type HttpSettings } from '../../src/http/http-options.js';
import { HttpToolset, type FetchedPage } from '../../src/http/http.toolset.js';
import type { PageJobs } from '../../src/http/worker/page-jobs.js';
import { PageWorker } from '../../src/http/worker/page-worker.js';
import { robotsAllow } from '../../src/http/worker/robots-allow.js';

/** Runs the jobs in this process: Jest's modules load in no other one. */
class SameProcess extends PageWorker {
  constructor() {
    super(new URL('file:///none'), 1);
  }

  override run<Kind extends keyof PageJobs>(job: PageJobs[Kind]['job']): Promise<PageJobs[Kind]['result']> {
    return Promise.resolve(job.kind === 'convert' ? convertHtml(job.html, job.format) : robotsAllow(job));
  }
}

/** The optional arguments of a fetch. */
export interface Asked {
  readonly find?: string;
  readonly maxCharacters?: number;
  readonly offset?: number;
  readonly format?: 'text' | 'markdown' | 'raw';
  readonly signal?: AbortSignal;
}

const opened: HttpOptions[] = [];

/** A page as a program gets it, and its text for a model. */
export interface Fetched extends FetchedPage {
  /** The text for a model. */
  readonly shown: string;
}

/** Returns a function that calls `http_fetch` with these settings. */
export function fetching(settings: HttpSettings): (url: string, asked?: Asked) => Promise<Fetched> {
  const options = new HttpOptions(settings, new SameProcess());
  opened.push(options);
  const toolset = new HttpToolset(options);
  return async (url, { find, maxCharacters, offset, format, signal = new AbortController().signal } = {}) => {
    const run = Object.assign(Object.create(RunContext.prototype) as RunContext, { signal });
    const { value, content } = await toolset.fetch(url, run, find, offset, maxCharacters, format);
    return { ...value, shown: String(content) };
  };
}

/** Closes the connections of all tests. */
export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((options) => options.dispose()));
}
