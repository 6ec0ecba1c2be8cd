import { Tool, Toolset } from 'haft';
import { audited, Repository } from './repository.js';

export interface Order {
  id: number;
  item: string;
}

@Toolset({ prefix: 'order' })
export class OrderToolset extends audited(Repository<Order>) {
  /** Adds an order. */
  @Tool()
  add(item: string): Order {
    const order = { id: this.rows.size + 1, item };
    this.rows.set(order.id, order);
    this.log.push(`added ${item}`);
    return order;
  }
}
