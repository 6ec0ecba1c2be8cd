import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { ORDERS } from './orders.toolset.js';
import { toolsets } from './toolsets.gen.js';

const orders = { ada: ['oars', 'oil'], bob: ['rope'] };
const runtime = createRuntime({ toolsets, provide: [{ provide: ORDERS, useValue: orders }] });
const run = runtime.startRun({ deps: { customer: 'ada' } }); // from your session, not from the model

const [definition] = await run.definitions();
assert.deepEqual(Object.keys(definition?.parameters.properties ?? {}), ['limit']);

const outcome = await run.call('order_list', { limit: 1 });
assert.equal(outcome.text, '["oars"]');

const attempt = await run.call({ name: 'order_list', arguments: '{"customer":"bob"}' });
assert.match(attempt.text, /customer: expected no argument of this name/);
