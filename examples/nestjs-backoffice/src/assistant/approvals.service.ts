import { ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { HaftService } from '@haft/nestjs';
import { decision, type DeferralRequest } from 'haft';
import type { PendingCall } from 'haft/extend';
import { CurrentUser } from '../accounts/current-user.js';
import type { BackofficeDeps } from './backoffice-deps.js';
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
    private readonly haft: HaftService<object, BackofficeDeps>,
  ) {}

  /** The calls that can still be approved. */
  async list(): Promise<Approval[]> {
    const now = new Date().toISOString();
    const calls = (await this.waiting()).filter(({ expiresAt = '' }) => expiresAt > now);
    return [...new Set(calls.map(({ runId }) => runId))].map((runId) => {
      const own = calls.filter((call) => call.runId === runId);
      return { runId, userId: own[0]?.userId ?? '', requests: requestsOf(own) };
    });
  }

  /** @throws HaftError when the decision came too late or twice */
  async decide(runId: string, approved: boolean, text?: string): Promise<ChatAnswer> {
    const by = this.current.user.id;
    const calls = await this.waiting(runId);
    if (calls.length === 0) throw new NotFoundException(`Nothing waits under ${runId}.`);
    if (calls.some(({ userId }) => userId === by))
      throw new ForbiddenException('Somebody else must decide what you asked for.');
    const answer = approved ? decision.approve({ metadata: { by } }) : decision.deny(text);
    return this.chat.goOn(runId, Object.fromEntries(requestsOf(calls).map(({ id }) => [id, answer])));
  }

  private async waiting(runId?: string): Promise<readonly PendingCall[]> {
    const run = runId === undefined ? {} : { runId };
    const filter = { tenantId: this.current.user.tenant, states: ['awaiting'], limit: 1000, ...run } as const;
    return (await this.haft.runtime.pending.list(filter)).calls;
  }
}

function requestsOf(calls: readonly PendingCall[]): DeferralRequest[] {
  return calls.flatMap(({ request }) => request ?? []);
}
