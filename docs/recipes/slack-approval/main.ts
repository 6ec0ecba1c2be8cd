import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createRuntime, decision, defineTool, toolset, type PendingRun } from 'haft';
import { answerOf, approvalMessage } from './slack.js';

const pay = defineTool({
  name: 'pay',
  description: 'Pays a bill.',
  parameters: { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] },
  settings: { approvals: [true] },
  execute: ({ cents }: { cents: number }) => `paid ${cents}`,
});
const runtime = createRuntime({ toolsets: toolset('bank', [pay]), people: { pendingSecret: 'env' } });
const waiting = new Map<string, PendingRun>(); // in production: a table, or a ledger

const run = runtime.startRun({ userId: 'ada' });
const outcome = await run.call('pay', { cents: 900 });
assert.ok(outcome.status === 'deferred');
const message = approvalMessage('#bills', outcome.request); // post it with the client of Slack
waiting.set(outcome.request.id, run.pending());

// Later, Slack calls your route, because an approver pressed the button.
assert.match(JSON.stringify(message), new RegExp(outcome.request.id));
const action = { user: { id: 'U1' }, actions: [{ action_id: 'approve', value: outcome.request.id }] };
const body = new URLSearchParams({ payload: JSON.stringify(action) }).toString();
const time = String(Math.floor(Date.now() / 1000));
const signature = `v0=${createHmac('sha256', 'secret').update(`v0:${time}:${body}`).digest('hex')}`;
assert.equal(answerOf(body, time, signature, 'another secret'), undefined);
const answer = answerOf(body, time, signature, 'secret');
assert.ok(answer?.isApproved);

const decided = { [answer.id]: decision.approve({ metadata: { by: answer.by } }) };
const { outcomes } = await runtime.resumeRun(waiting.get(answer.id)!, decided);
assert.equal(outcomes[0]?.text, 'paid 900');
