import assert from 'node:assert/strict';
import { createRuntime, type RunContext } from 'haft';
import { toolsets } from './toolsets.gen.js';

interface Deps {
  plan: 'free' | 'pro';
}

const runtime = createRuntime({
  toolsets,
  can: (permission: string, run: RunContext<Deps>) => permission === 'orders:refund' && run.deps.plan === 'pro',
});
const free = runtime.startRun({ userId: 'ada', deps: { plan: 'free' } });
const pro = runtime.startRun({ userId: 'bob', deps: { plan: 'pro' } });

assert.equal((await free.definitions()).length, 1);
assert.equal((await pro.definitions()).length, 2);

// A call of a hidden tool reads the same as a call of a tool that does not exist.
assert.match((await free.call('order_refund', { id: 7 })).text, /^Unknown tool name: 'order_refund'/);
assert.equal((await pro.call('order_refund', { id: 7 })).text, 'refunded 7');
