import { Retries, RunContext, Tool, Toolset } from 'haft';
import { Ledger } from './ledger.js';
import { Ticket } from './ticket.js';

/** Shape M: one DTO of eight fields. */
@Toolset()
@Retries(1_000_000_000)
export class TicketToolset {
  constructor(private readonly ledger: Ledger) {}

  /** Create a ticket */
  @Tool({ name: 'M' })
  async create(ticket: Ticket, run: RunContext): Promise<{ ok: boolean; title: string; to: string; tags: number }> {
    this.ledger.note(run.callId);
    return { ok: true, title: ticket.title, to: ticket.assignee.email, tags: ticket.tags.length };
  }
}
