import { Cached, Tool, Toolset } from 'haft';

@Toolset({ prefix: 'rate' })
export class RateToolset {
  calls = 0;

  /** Returns the exchange rate of a currency to the euro. */
  @Cached({ ttlMs: 60_000, scope: 'global' })
  @Tool()
  async of(currency: string): Promise<string> {
    this.calls += 1;
    return `1 ${currency} is 0.9 EUR`;
  }
}
