import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createParamDecorator, Inject, RunContext, Tool, Toolset, UserInput } from '@haft/core';
import { createRuntime } from '../../src/runtime/create-runtime.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

const REAL_AUDIT = { real: 'audit' };
const Tenant = createParamDecorator((run: RunContext) => `tenant of ${run.runId}`);

/** The arguments of the called methods. */
const seen: unknown[] = [];

@Toolset()
class Vault {
  @Inject('secret') readonly secret!: string;

  /** Takes any property: nothing is refused on the way. */
  @Tool()
  open(options: object, @Inject('audit') audit: unknown, run: RunContext, @Tenant() tenant: unknown): void {
    seen.push([audit, run instanceof RunContext && run.runId, tenant, this.secret, options]);
  }

  @Tool()
  closed(path: string, @Inject('audit') audit: unknown, run: RunContext, @Tenant() tenant: unknown): void {
    seen.push([audit, run instanceof RunContext && run.runId, tenant, this.secret, path]);
  }

  @Tool()
  ask(path: string, @UserInput() pin: unknown): void {
    seen.push(['asked', path, pin]);
  }
}

const host = [
  { index: 1, name: 'audit' },
  { index: 3, name: 'tenant' },
];
const vault = reflect(Vault, {
  open: {
    read: (args) => args as object,
    open: true,
    usesRun: true,
    host,
    invoke: (toolset: Vault, args: object, run, [audit, tenant]) => {
      toolset.open(args, audit, run, tenant);
    },
  },
  closed: {
    parameters: { path: { type: 'string' } },
    usesRun: true,
    host,
    invoke: (toolset: Vault, args: { path: string }, run, [audit, tenant]) => {
      toolset.closed(args.path, audit, run, tenant);
    },
  },
  ask: {
    parameters: { path: { type: 'string' }, 'input:pin': { type: 'string' } },
    invoke: (toolset: Vault, args: { path: string }, _run, [pin]) => {
      toolset.ask(args.path, pin);
    },
  },
});

const runtime = createRuntime({
  toolsets: vault,
  provide: [
    { provide: 'audit', useValue: REAL_AUDIT },
    { provide: 'secret', useValue: 's3cret' },
  ],
  limits: { retries: 1_000_000 },
  observe: { logger: quietLogger() },
});

/** Names that could hit something hidden, among others. */
const key = fc.oneof(
  fc.constantFrom(
    ...[
      'audit',
      'run',
      'tenant',
      'pin',
      'secret',
      'this',
      'host',
      'args',
      'options',
      'path',
      '0',
      '1',
      '2',
      '3',
      'length',
    ],
    ...[
      '__proto__',
      'constructor',
      'prototype',
      'toolset',
      'deps',
      'runId',
      'userId',
      'signal',
      'state',
      'toJSON',
      'then',
    ],
  ),
  fc.string(),
);
const forged = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('forged', null, true, 7, [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(asText),
  ),
})).value;
const args = fc.array(fc.tuple(key, forged), { maxLength: 8 });

/** Own properties of any name, `__proto__` too, as JSON text can have them. */
function asText(entries: readonly (readonly [string, unknown])[]): unknown {
  return JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  );
}

describe('parameters that the host gives [ARG-8, CTX-4]', () => {
  it.each(['open', 'closed'])('are out of reach of every argument of a model: %s [NEW-8]', async (name) => {
    let successes = 0;
    await fc.assert(
      fc.asyncProperty(args, fc.boolean(), async (entries, asString) => {
        seen.length = 0;
        const sent = asText([['path', 'a'], ...entries]);
        const run = runtime.startRun({ id: 'r1' });
        const outcome = await run.call({ name, arguments: asString ? JSON.stringify(sent) : sent });
        if (outcome.status === 'success') {
          successes++;
          expect(seen).toHaveLength(1);
          expect((seen[0] as unknown[]).slice(0, 4)).toEqual([REAL_AUDIT, 'r1', 'tenant of r1', 's3cret']);
          expect((seen[0] as unknown[])[0]).toBe(REAL_AUDIT);
        } else {
          expect(outcome.status).toBe('retry');
          expect(seen).toEqual([]);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
    expect(successes).toBeGreaterThan(50);
  });

  it('are asked of the user, whatever the model sends for them', async () => {
    await fc.assert(
      fc.asyncProperty(args, async (entries) => {
        seen.length = 0;
        const run = runtime.startRun();
        const outcome = await run.call({ name: 'ask', arguments: asText([['path', 'a'], ...entries]) });
        expect(['deferred', 'retry']).toContain(outcome.status);
        expect(seen).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('are in no definition [NEW-8]', async () => {
    for (const { parameters } of await runtime.startRun().definitions()) {
      for (const name of ['audit', 'tenant', 'run', 'pin']) expect(parameters.properties).not.toHaveProperty(name);
    }
  });
});
