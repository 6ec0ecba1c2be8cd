import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

const run = createRuntime({ toolsets }).startRun();
const names = (await run.definitions()).map(({ name }) => name);
assert.deepEqual(names.sort(), ['order_add', 'order_changes', 'order_get']);

await run.call('order_add', { item: 'oars' });
assert.equal((await run.call('order_get', { id: 1 })).text, '{"id":1,"item":"oars"}');
assert.equal((await run.call('order_changes', {})).text, '["added oars"]');
