import type { FactoryProvider } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import type { LanguageModel } from 'ai';

/** The token of the model that answers. */
export const CHAT_MODEL = Symbol('CHAT_MODEL');
export type ChatModel = LanguageModel;

/**
 * Returns a model by name, through the gateway of the AI SDK. You can also return `openai('...')`,
 * or a model of another provider.
 */
export const chatModel: FactoryProvider<ChatModel> = {
  provide: CHAT_MODEL,
  inject: [ConfigService],
  useFactory: (config: ConfigService) => config.get<string>('CHAT_MODEL', 'anthropic/claude-sonnet-4.5'),
};
