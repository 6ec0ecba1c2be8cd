import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

const run = createRuntime({ toolsets }).startRun();
const outcome = await run.call('chart_draw', { values: [3, 1, 2] });

assert.ok(outcome.status === 'success');
assert.deepEqual(outcome.value, { bars: 3 });
assert.equal(outcome.parts?.[1]?.type, 'image'); // for models that see images
assert.match(outcome.text, /^A chart with 3 bars:/); // for models that do not
