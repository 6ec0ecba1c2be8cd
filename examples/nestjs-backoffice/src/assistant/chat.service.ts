import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { toAiSdk } from '@haft/bridges/ai-sdk';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { HaftService } from '@haft/nestjs';
import { generateText, isStepCount, type ModelMessage } from 'ai';
import type { DeferralRequest, PendingRun, Run } from 'haft';
import type { User } from '../accounts/user.entity.js';
import { ConversationsService } from '../conversations/conversations.service.js';
import type { Tools } from '../toolsets.gen.js';
import type { BackofficeDeps } from './backoffice-deps.js';
import { CHAT_MODEL, type ChatModel } from './chat-model.js';
import { runOptionsOf } from './run-options-of.js';
import { waits } from './waits.js';
import { withOutcomes } from './with-outcomes.js';

/** The result of a turn. */
export interface ChatAnswer {
  runId: string;
  text: string;
  /** The requests that a manager must decide first. Then `text` is empty. */
  waitsFor: readonly DeferralRequest[];
}

/** Talks with a model that has the back office in its hands. */
@Injectable()
export class ChatService {
  constructor(
    private readonly haft: HaftService<Tools, BackofficeDeps>,
    private readonly conversations: ConversationsService,
    private readonly ledger: SqliteCallLedger,
    @Inject(CHAT_MODEL) private readonly model: ChatModel,
  ) {}

  /**
   * One turn: the model calls tools until it has an answer, or until a call waits for a manager.
   */
  async ask(user: User, message: string): Promise<ChatAnswer> {
    await using run = this.haft.startRun(runOptionsOf(user));
    return await this.loop(run, user, [{ role: 'user', content: message }]);
  }

  /**
   * Continues a turn of the same user after the decisions of a manager. While calls still wait, it
   * only says so.
   */
  async goOn(user: User, id: string): Promise<ChatAnswer> {
    const saved = await this.ledger.getRun({ runId: id, tenantId: user.tenant, userId: user.id });
    if (saved === undefined) throw new NotFoundException(`Nothing waits under ${id}.`);
    const pending = JSON.parse(saved.pending) as PendingRun;
    const resumed = await this.haft.resumeRun(pending, {}, { deps: { user }, partial: true });
    await using run = resumed.run;
    const waitsFor = run.pending().requests;
    if (waitsFor.length > 0) return { runId: id, text: '', waitsFor };
    const messages = await this.conversations.take(id);
    if (messages === undefined) throw new NotFoundException(`Nothing waits under ${id}.`);
    return await this.loop(run, user, withOutcomes(messages, resumed.outcomes));
  }

  private async loop(run: Run<Tools>, user: User, messages: ModelMessage[]): Promise<ChatAnswer> {
    const { tools, repairToolCall } = await toAiSdk(run);
    const { text, responseMessages } = await generateText({
      model: this.model,
      instructions: `You help ${user.name}, who works in the back office of ${user.tenant}.`,
      messages,
      tools,
      repairToolCall,
      stopWhen: [waits, isStepCount(10)],
    });
    const pending = run.pending();
    if (pending.requests.length > 0) await this.conversations.keep(run.id, [...messages, ...responseMessages]);
    return { runId: run.id, text, waitsFor: pending.requests };
  }
}
