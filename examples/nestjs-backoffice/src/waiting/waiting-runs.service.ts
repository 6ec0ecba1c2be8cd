import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ModelMessage } from 'ai';
import type { PendingRun } from 'haft';
import { Repository } from 'typeorm';
import { UsersService } from '../accounts/users.service.js';
import { WaitingRun } from './waiting-run.entity.js';

/** Keeps runs that wait for a manager. */
@Injectable()
export class WaitingRunsService {
  constructor(
    @InjectRepository(WaitingRun) private readonly runs: Repository<WaitingRun>,
    private readonly users: UsersService,
  ) {}

  /**
   * @param messages - the conversation, where there is one
   * @returns the id under which it is kept
   */
  async keep(pending: PendingRun, messages: ModelMessage[] = []): Promise<string> {
    const { id: userId, tenant } = await this.users.get(pending.userId ?? '');
    await this.runs.save({ id: pending.runId, tenant, userId, pending, messages });
    return pending.runId;
  }

  /** Those that can still be decided. */
  async list(tenant: string): Promise<WaitingRun[]> {
    const runs = await this.runs.findBy({ tenant });
    const now = new Date().toISOString();
    return runs.filter(({ pending }) => pending.requests.some(({ expiresAt }) => expiresAt > now));
  }

  find(id: string, tenant: string): Promise<WaitingRun | null> {
    return this.runs.findOneBy({ id, tenant });
  }

  async forget(id: string): Promise<void> {
    await this.runs.delete(id);
  }
}
