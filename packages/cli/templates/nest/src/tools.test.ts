import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HAFT_RUNTIME } from '@haft/nestjs';
import { scriptedModel } from '@haft/testing';
import { NestFactory } from '@nestjs/core';
import { decision, type Runtime } from 'haft';
import { AppModule } from './app.module.js';

const application = await NestFactory.createApplicationContext(AppModule, { logger: ['error'] });
const runtime = application.get<Runtime>(HAFT_RUNTIME);
after(() => application.close());

test('a model reads what is wrong, and calls again', async () => {
  const model = scriptedModel([
    { name: 'todo_add', arguments: { text: 'Buy oil', priority: 'urgent' } },
    ({ outcomes }) => {
      assert.match(outcomes[0]?.text ?? '', /expected one of "low", "normal", "high"/);
      return { name: 'todo_add', arguments: { text: 'Buy oil', priority: 'high' } };
    },
    ({ outcomes }) => (outcomes[0]?.status === 'success' ? 'Added.' : 'Failed.'),
  ]);
  assert.equal((await model.run(runtime.startRun())).text, 'Added.');
});

test('a mail waits until a person approves it', async () => {
  const model = scriptedModel([{ name: 'todo_send', arguments: { to: 'ann@example.com' } }, 'Sent.']);
  const run = runtime.startRun();
  assert.equal((await model.run(run)).end, 'paused');

  const [request] = run.pending().requests;
  const outcomes = await run.resume({ [request?.id ?? '']: decision.approve() });
  assert.match(outcomes[0]?.text ?? '', /^Sent to ann@example\.com/);
  assert.equal((await model.run(run, { outcomes })).text, 'Sent.');
});
