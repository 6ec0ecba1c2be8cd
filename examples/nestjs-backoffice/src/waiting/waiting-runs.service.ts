import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ModelMessage } from 'ai';
import type { PendingRun } from 'haft';
import { Repository } from 'typeorm';
import type { User } from '../accounts/user.entity.js';
import { WaitingRun } from './waiting-run.entity.js';

/** Keeps runs that wait for a manager. */
@Injectable()
export class WaitingRunsService {
  constructor(@InjectRepository(WaitingRun) private readonly runs: Repository<WaitingRun>) {}

  /** @param messages - the conversation, where there is one */
  async keep(pending: PendingRun, { id: userId, tenant }: User, messages: ModelMessage[] = []): Promise<void> {
    await this.runs.save({ id: pending.runId, tenant, userId, pending, messages });
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
