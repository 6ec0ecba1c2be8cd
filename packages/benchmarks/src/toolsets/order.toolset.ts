import { Retries, RunContext, Tool, Toolset } from 'haft';
import { total } from '../shapes/methods.js';
import { Ledger } from './ledger.js';
import { Order } from './order.js';

/** Shape L: a DTO with unions of DTOs and a list of DTOs. */
@Toolset()
@Retries(1_000_000_000)
export class OrderToolset {
  constructor(private readonly ledger: Ledger) {}

  /** Place an order */
  @Tool({ name: 'L' })
  async place(order: Order, run: RunContext): Promise<{ ok: boolean; orderId: string; total: number; lines: number }> {
    this.ledger.note(run.callId);
    return { ok: true, orderId: order.orderId, total: total(order.items), lines: order.items.length };
  }
}
