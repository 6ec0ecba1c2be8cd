import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

const run = createRuntime({ toolsets }).startRun();
const shown: unknown[] = [];

const call = { name: 'report_write', arguments: { year: 2026 } };
const outcome = await run.call(call, { onProgress: (progress) => shown.push(progress) });

assert.deepEqual(shown, [
  { month: 1, of: 3 },
  { month: 2, of: 3 },
  { month: 3, of: 3 },
]);
assert.equal(outcome.text.split('\n').length, 3);
