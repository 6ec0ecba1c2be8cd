import { ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { decision, type DeferralRequest } from 'haft';
import { CurrentUser } from '../accounts/current-user.js';
import { WaitingRunsService } from '../waiting/waiting-runs.service.js';
import { ChatService, type ChatAnswer } from './chat.service.js';

/** The view of a manager. */
export interface Approval {
  runId: string;
  /** The user who asked. */
  userId: string;
  requests: readonly DeferralRequest[];
}

/** Decides about calls that wait, for the current user's tenant. */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly chat: ChatService,
    private readonly current: CurrentUser,
    private readonly waiting: WaitingRunsService,
  ) {}

  async list(): Promise<Approval[]> {
    const waiting = await this.waiting.list(this.current.user.tenant);
    return waiting.map(({ id, userId, pending }) => ({ runId: id, userId, requests: pending.requests }));
  }

  /** @throws HaftError when the decision came too late or twice */
  async decide(runId: string, approved: boolean, text?: string): Promise<ChatAnswer> {
    const { id: by, tenant } = this.current.user;
    const waiting = await this.waiting.find(runId, tenant);
    if (waiting === null) throw new NotFoundException(`Nothing waits under ${runId}.`);
    if (waiting.userId === by) throw new ForbiddenException('Somebody else must decide what you asked for.');
    const answer = approved ? decision.approve({ metadata: { by } }) : decision.deny(text);
    const decisions = Object.fromEntries(waiting.pending.requests.map((request) => [request.id, answer]));
    return this.chat.goOn(waiting, decisions);
  }
}
