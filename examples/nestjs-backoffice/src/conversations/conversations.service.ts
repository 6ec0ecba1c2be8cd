import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ModelMessage } from 'ai';
import { Repository } from 'typeorm';
import { Conversation } from './conversation.entity.js';

/** Keeps conversations that wait for a manager. */
@Injectable()
export class ConversationsService {
  constructor(@InjectRepository(Conversation) private readonly conversations: Repository<Conversation>) {}

  async keep(runId: string, messages: ModelMessage[]): Promise<void> {
    await this.conversations.save({ id: runId, messages });
  }

  /** Returns the messages, and forgets them, so that one request continues. */
  async take(runId: string): Promise<ModelMessage[] | undefined> {
    const found = await this.conversations.findOneBy({ id: runId });
    const { affected } = await this.conversations.delete(runId);
    return affected === 1 ? found?.messages : undefined;
  }
}
