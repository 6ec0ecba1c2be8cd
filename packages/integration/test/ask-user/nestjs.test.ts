import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Body, ConflictException, Controller, Module, Post, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { HaftModule, HaftService } from '@haft/nestjs';
import { humanToolset } from '@haft/toolsets/human';
import { decision, HaftError, type Decision, type PendingRun, type ToolOutcome } from 'haft';
import { CHOICE, QUESTIONS } from './questions.js';

/* `ask_user` in a Nest application: one route asks, and another one takes the answer. */

interface Asked {
  readonly pending: PendingRun;
}

@Controller()
class ChatController {
  constructor(private readonly haft: HaftService) {}

  @Post('ask')
  async ask(@Body() args: object): Promise<Asked> {
    const run = this.haft.startRun({ userId: 'ada' });
    await run.call({ id: 'c1', name: 'ask_user', arguments: args });
    return { pending: run.pending() };
  }

  @Post('answer')
  async answer(@Body() { pending, decided }: Asked & { decided: Decision }): Promise<readonly ToolOutcome[]> {
    try {
      const [request] = pending.requests;
      const { outcomes } = await this.haft.resumeRun(pending, { [request?.id ?? '']: decided });
      return outcomes;
    } catch (error) {
      if (error instanceof HaftError) throw new ConflictException({ code: error.code });
      throw error;
    }
  }
}

const silent = (): void => undefined;

describe('ask_user in a Nest application [TOOL-22]', () => {
  let app: INestApplication;

  beforeEach(async () => {
    @Module({ imports: [HaftModule.forRoot({ toolsets: [humanToolset()] })], controllers: [ChatController] })
    class AppModule {}
    const testing = await Test.createTestingModule({ imports: [AppModule] })
      .setLogger({ log: silent, error: silent, warn: silent })
      .compile();
    app = testing.createNestApplication();
    await app.listen(0, '127.0.0.1');
  });
  afterEach(() => app.close());

  async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${await app.getUrl()}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  async function pendingOf(args: object): Promise<PendingRun> {
    const { body } = await post('ask', args);
    return (body as Asked).pending;
  }

  it.each(QUESTIONS)('returns $title to the model, in a later request', async ({ args, answer, text }) => {
    const pending = await pendingOf(args);
    expect(pending.requests).toMatchObject([{ kind: 'input', tool: 'ask_user', arguments: args }]);
    const { body } = await post('answer', { pending, decided: decision.supply({ answer }) });
    expect(body).toMatchObject([{ status: 'success', callId: 'c1', text }]);
  });

  it('rejects a wrong answer, and takes the next one', async () => {
    const pending = await pendingOf(CHOICE.args);
    expect(await post('answer', { pending, decided: decision.supply({ answer: CHOICE.wrong }) })).toMatchObject({
      status: 409,
      body: { code: 'HAFT_INVALID_DECISION' },
    });
    expect(await post('answer', { pending, decided: decision.supply({ answer: CHOICE.answer }) })).toMatchObject({
      body: [{ status: 'success', text: CHOICE.text }],
    });
  });

  it('counts an answer once', async () => {
    const pending = await pendingOf(CHOICE.args);
    const decided = decision.supply({ answer: CHOICE.answer });
    await post('answer', { pending, decided });
    expect(await post('answer', { pending, decided })).toMatchObject({ body: { code: 'HAFT_DECISION_USED' } });
  });

  it('tells the model that the user declined', async () => {
    const pending = await pendingOf(CHOICE.args);
    const { body } = await post('answer', { pending, decided: decision.deny('The user does not want to say.') });
    expect(body).toMatchObject([{ status: 'denied', text: 'The user does not want to say.' }]);
  });
});
