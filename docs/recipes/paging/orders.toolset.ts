import { ModelRetry, Param, Tool, ToolResult, Toolset } from 'haft';

export interface Page {
  orders: string[];
  total: number;
}

@Toolset({ prefix: 'order' })
export class OrderToolset {
  private readonly orders = Array.from({ length: 45 }, (_, n) => `order ${n + 1}`);

  /**
   * Lists orders, newest first.
   * @param offset The first order to return, from 0.
   * @param limit The largest number of orders.
   */
  @Tool()
  list(
    @Param({ integer: true, minimum: 0 }) offset = 0,
    @Param({ integer: true, minimum: 1, maximum: 20 }) limit = 20,
  ): ToolResult<Page> {
    const total = this.orders.length;
    if (offset >= total) throw new ModelRetry(`There are only ${total} orders.`);
    const orders = this.orders.slice(offset, offset + limit);
    const end = offset + orders.length;
    const next = end < total ? `Continue with offset ${end}.` : 'This is the end.';
    const content = `Orders ${offset + 1} to ${end} of ${total}. ${next}\n${orders.join('\n')}`;
    return new ToolResult({ value: { orders, total }, content });
  }
}
