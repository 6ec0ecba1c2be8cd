import { Param, Retries, RunContext, Tool, Toolset } from 'haft';
import { Ledger } from './ledger.js';

/** Shape S: two positional parameters. */
@Toolset()
@Retries(1_000_000_000)
export class SearchToolset {
  constructor(private readonly ledger: Ledger) {}

  /**
   * Search things
   * @param query The words to find.
   * @param limit Most results.
   */
  @Tool({ name: 'S' })
  async search(
    @Param({ minLength: 1 }) query: string,
    @Param({ integer: true, minimum: 1, maximum: 100 }) limit = 10,
    run: RunContext,
  ): Promise<{ ok: boolean; query: string; limit: number }> {
    this.ledger.note(run.callId);
    return { ok: true, query, limit };
  }
}
