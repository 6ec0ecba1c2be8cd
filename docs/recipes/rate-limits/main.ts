import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

const runtime = createRuntime({ toolsets, limits: { maxCalls: 50 } });
const run = runtime.startRun();

for (const query of ['oars', 'oil']) assert.equal((await run.call('web_search', { query })).status, 'success');

// `perMinute` counts over all runs of the runtime. The model reads when it may call again.
const third = await runtime.startRun().call('web_search', { query: 'rope' });
assert.match(third.text, /^Rate limit of web_search reached\. Try again in \d+ seconds\./);
assert.ok(third.status === 'failed' && third.reason === 'limit');
