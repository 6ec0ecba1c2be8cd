import { toAiSdk } from '@haft/bridges/ai-sdk';
import { generateText, isStepCount } from 'ai';
import express from 'express';
import { decision, type PendingRun } from 'haft';
import { model } from './model.js';
import { runtime } from './runtime.js';

export const app = express();
app.use(express.json());

const waiting = new Map<string, PendingRun>(); // in production, a ledger of @haft/durable

/** One message of a user. The model calls tools until it answers. */
app.post('/chat', async (request, response) => {
  const { message } = request.body as { message: string };
  const run = runtime.startRun({ userId: 'ann' }); // from your authentication
  const { tools, prepareStep } = await toAiSdk(run);
  const { text } = await generateText({ model, prompt: message, stopWhen: isStepCount(10), tools, prepareStep });
  const pending = run.pending();
  for (const { id } of pending.requests) waiting.set(id, pending);
  await run.end();
  response.json({ text, requests: pending.requests });
});

/** A person decides about a call that waits. */
app.post('/requests/:id', async (request, response) => {
  const { id } = request.params;
  const pending = waiting.get(id);
  if (pending === undefined) {
    response.sendStatus(404);
    return;
  }
  const { approve } = request.body as { approve?: boolean };
  const answer = approve === true ? decision.approve() : decision.deny('The user said no.');
  const { run, outcomes } = await runtime.resumeRun(pending, { [id]: answer });
  waiting.delete(id);
  await run.end();
  response.json(outcomes);
});
