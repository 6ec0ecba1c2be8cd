import assert from 'node:assert/strict';
import { createRuntime, decision } from 'haft';
import { Servers } from './servers.js';
import { toolsets } from './toolsets.gen.js';

const servers = new Servers();
const run = createRuntime({ toolsets, provide: [{ provide: Servers, useValue: servers }] }).startRun();
assert.equal((await run.call('server_restart', { name: 't1' })).text, 'restarted t1');

const waiting = await run.call('server_restart', { name: 'p1' });
assert(waiting.status === 'deferred');
assert.deepEqual(waiting.request.metadata, { stage: 'production' }); // show it to the approver
assert.deepEqual(servers.restarted, ['t1']);

await run.resume({ [waiting.request.id]: decision.approve() });
assert.deepEqual(servers.restarted, ['t1', 'p1']);
