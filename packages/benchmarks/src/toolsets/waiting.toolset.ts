import { setTimeout as wait } from 'node:timers/promises';
import { Tool, Toolset } from 'haft';
import { Ticket } from './ticket.js';

/** The least time of each call of the waiting tools. */
export const WAIT_MILLISECONDS = 2;

/** Tools that wait for something else, as most do. */
@Toolset({ prefix: 'waiting' })
export class WaitingToolset {
  /** Create a ticket somewhere else */
  @Tool({ name: 'M' })
  async create(ticket: Ticket): Promise<{ ok: boolean; title: string; to: string; tags: number }> {
    await wait(WAIT_MILLISECONDS);
    return { ok: true, title: ticket.title, to: ticket.assignee.email, tags: ticket.tags.length };
  }
}
