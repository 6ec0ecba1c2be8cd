import assert from 'node:assert/strict';
import { createRuntime, RunContext } from 'haft';
import { Database } from './notes.toolset.js';
import { toolsets } from './toolsets.gen.js';

const runtime = createRuntime({
  toolsets,
  provide: [
    {
      provide: Database,
      lifetime: 'run', // one for each run, so toolsets that inject it are made for the run too
      useFactory: (run: RunContext) => new Database(run.tenantId ?? 'nobody'),
      inject: [RunContext],
    },
  ],
});

// Both facts come from the session. Users of two tenants may have the same name.
const acme = runtime.startRun({ tenantId: 'acme', userId: 'ada' });
const zoo = runtime.startRun({ tenantId: 'zoo', userId: 'ada' });

assert.equal((await acme.call('note_count', {})).text, '7 notes of acme');
assert.equal((await zoo.call('note_count', {})).text, '7 notes of zoo'); // not the cached result of acme
