import { CallLimit, Tool, Toolset } from 'haft';

@Toolset({ prefix: 'web' })
export class SearchToolset {
  /** Searches the web. */
  @CallLimit({ perRun: 20, perMinute: 2, concurrent: 4 })
  @Tool()
  async search(query: string): Promise<string> {
    return `results of ${query}`;
  }
}
