import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';
import { zodTools } from './users.toolset.js';

const run = createRuntime({ toolsets: [toolsets, zodTools] }).startRun();
const child = { email: 'nobody', age: 7 };

// `z.infer` is only a type: the rules are lost.
assert.equal((await run.call('user_add', child)).status, 'success');

// `@Param` has them, and so has the schema.
assert.match((await run.call('user_register', child)).text, /age: expected an integer of at least 18, received 7/);
assert.match((await run.call('user_join', child)).text, /age/);
