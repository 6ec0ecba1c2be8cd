import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

const run = createRuntime({ toolsets }).startRun();

const first = await run.call('order_list', {});
assert.match(first.text, /^Orders 1 to 20 of 45\. Continue with offset 20\.\norder 1\n/);

const last = await run.call('order_list', { offset: 40 });
assert.match(last.text, /^Orders 41 to 45 of 45\. This is the end\./);

const beyond = await run.call('order_list', { offset: 99 });
assert.match(beyond.text, /^There are only 45 orders\./);
