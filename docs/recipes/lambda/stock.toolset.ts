import { Tool, Toolset } from 'haft';

@Toolset({ prefix: 'stock' })
export class StockToolset {
  /** Counts what is in stock. */
  @Tool()
  count(item: string): string {
    return `7 ${item}`;
  }
}
