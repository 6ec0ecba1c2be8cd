import { setTimeout as delay } from 'node:timers/promises';
import { Timeout, Tool, Toolset, type RunContext } from 'haft';

export const stopped: string[] = [];

@Toolset({ prefix: 'page' })
export class PageToolset {
  /** Fetches a page. */
  @Timeout(100)
  @Tool()
  async fetch(url: string, run: RunContext): Promise<string> {
    try {
      await delay(60_000, undefined, { signal: run.signal }); // pass the signal on, as to `fetch`
    } finally {
      stopped.push(url);
    }
    return url;
  }
}
