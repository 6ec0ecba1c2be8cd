import { Retries, RunContext, Tool, Toolset } from 'haft';
import { LDto, MDto, SDto } from '../class-validator/dtos.js';
import { total } from '../shapes/methods.js';

/** The shapes as DTOs with class-validator rules. */
@Toolset({ prefix: 'validated' })
@Retries(1_000_000_000)
export class ValidatedToolset {
  /** Search things */
  @Tool({ name: 'S' })
  async search(args: SDto, _run: RunContext): Promise<{ ok: boolean; query: string; limit: number }> {
    return { ok: true, query: args.query, limit: args.limit };
  }

  /** Create a ticket */
  @Tool({ name: 'M' })
  async create(ticket: MDto, _run: RunContext): Promise<{ ok: boolean; title: string; to: string; tags: number }> {
    return { ok: true, title: ticket.title, to: ticket.assignee.email, tags: ticket.tags.length };
  }

  /** Place an order */
  @Tool({ name: 'L' })
  async place(order: LDto, _run: RunContext): Promise<{ ok: boolean; orderId: string; total: number; lines: number }> {
    return { ok: true, orderId: order.orderId, total: total(order.items), lines: order.items.length };
  }
}
