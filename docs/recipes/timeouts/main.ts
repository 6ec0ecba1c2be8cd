import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createRuntime } from 'haft';
import { stopped } from './pages.toolset.js';
import { toolsets } from './toolsets.gen.js';

const runtime = createRuntime({ toolsets });
await runtime.load(); // as a server does before it listens: the first call loads no files
const run = runtime.startRun(); // `signal: request.signal` cancels it when the user leaves

const late = await run.call('page_fetch', { url: 'https://example.com' });
assert.ok(late.status === 'failed' && late.reason === 'timeout');

const waiting = run.call('page_fetch', { url: 'https://example.com' });
run.cancel('The user left.');
assert.equal((await waiting).status, 'interrupted');

await delay(1); // outcomes come at once. The code behind them ends a moment later
assert.equal(stopped.length, 2);
