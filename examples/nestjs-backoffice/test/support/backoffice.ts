import type { INestApplication } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { CHAT_MODEL } from '../../src/assistant/chat-model.js';
import { configure } from '../../src/configure.js';
import { ScriptedModel } from './scripted-model.js';

/** An answer over HTTP. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The whole application behind a real port, with a model that follows a script. */
export class Backoffice {
  private constructor(
    private readonly app: INestApplication,
    readonly model: ScriptedModel,
    readonly url: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}, port = 0): Promise<Backoffice> {
    const model = new ScriptedModel();
    const testing = await Test.createTestingModule({ imports: [AppModule] })
      .overrideProvider(CHAT_MODEL)
      .useValue(model)
      .overrideProvider(ConfigService)
      .useValue(new ConfigService({ PENDING_SECRET: 'a secret of the test', ...settings }))
      .compile();
    const app = configure(testing.createNestApplication({ logger: false }));
    await app.listen(port, '127.0.0.1');
    return new Backoffice(app, model, await app.getUrl());
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  /** @param user - the name of a user of the seed */
  async get(user: string, path: string): Promise<Answer> {
    return this.send(user, path, { method: 'GET' });
  }

  async post(user: string, path: string, body: object = {}): Promise<Answer> {
    return this.send(user, path, { method: 'POST', body: JSON.stringify(body) });
  }

  /** Returns the answer of the chat, for tests of the model's script only. */
  async chat(user: string): Promise<string> {
    const { body } = await this.post(user, '/chat', { message: 'Please.' });
    return (body as { text: string }).text;
  }

  private async send(user: string, path: string, request: RequestInit): Promise<Answer> {
    const headers = { authorization: `Bearer token-of-${user}`, 'content-type': 'application/json' };
    const response = await fetch(this.url + path, { ...request, headers });
    return { status: response.status, body: await response.json() };
  }
}
