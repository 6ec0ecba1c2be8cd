import { Requires, Tool, Toolset } from 'haft';

@Toolset({ prefix: 'order' })
export class OrderToolset {
  /** Finds an order. */
  @Tool()
  find(id: number): string {
    return `order ${id}`;
  }

  /** Refunds an order. */
  @Requires('orders:refund')
  @Tool()
  refund(id: number): string {
    return `refunded ${id}`;
  }
}
