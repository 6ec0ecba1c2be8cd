import { describe, expect, it, beforeAll } from '@jest/globals';
import { buildFixture } from './support/build-fixture.js';
import type { ReflectedToolsets } from 'haft/reflected';
import { createRuntime, decision, type Runtime } from 'haft';
import { URL_TOKEN, type Audit } from './fixtures/injection/src/services.js';

const folder = `${import.meta.dirname}/fixtures/injection`;

/*
 * From the source of a toolset to its call: the container injects the dependencies that the
 * reflector recorded.
 */

describe('injection', () => {
  const audit: Audit = { lines: [] };
  const provide = [
    { provide: URL_TOKEN, useValue: 'pg://here' },
    { provide: 'label', useFactory: async () => 'the label' },
    { provide: 'audit', useValue: audit },
  ];
  let toolsets: ReflectedToolsets;
  let runtime: Runtime;

  beforeAll(async () => {
    await buildFixture(folder);
    const generated = './fixtures/injection/src/toolsets.gen.js';
    ({ toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets });
    runtime = createRuntime({ toolsets, provide });
  });

  it('reaches constructors, base classes, properties and parameters of tools [CTX-1, CTX-3, CTX-4, NEW-8, NEW-25]', async () => {
    const run = runtime.startRun({ userId: 'ada' });
    const outcome = await run.call({ name: 'show', arguments: { text: 'hello' } });
    expect(outcome).toMatchObject({
      status: 'success',
      value: {
        ...{
          text: 'hello',
          times: 1,
          url: 'pg://here',
          poolSize: 3,
          user: 'user ada',
          label: 'the label',
          extra: 'initial',
        },
        ...{ sameRun: true, sameClock: true, unavailable: 'none' },
      },
    });
    expect(audit.lines).toEqual(['hello']);
    await run.end();
  });

  it('shows the model only the parameters that it can set, and rejects others [ARG-8, CTX-4]', async () => {
    const run = runtime.startRun();
    const [show] = await run.definitions();
    expect(Object.keys(show?.parameters.properties ?? {})).toEqual(['text', 'times']);
    for (const name of ['audit', 'run', 'clock', 'user', 'unavailable']) {
      const outcome = await run.call({ id: name, name: 'show', arguments: { text: 'x', [name]: 'forged' } });
      expect([name, ['retry', 'failed'].includes(outcome.status)]).toEqual([name, true]);
    }
    expect(audit.lines).not.toContain('x');
  });

  it('asks the user for values that only the user knows', async () => {
    const run = runtime.startRun();
    await run.call({ name: 'confirm', arguments: { text: 'really' } });
    const [request] = run.pending().requests;
    expect(request?.fields).toMatchObject({ properties: { word: { type: 'string' } } });
    expect(await run.resume({ [request?.id ?? '']: decision.supply({ word: 'yes' }) })).toMatchObject([
      { status: 'success', value: 'really yes' },
    ]);
  });

  it('reports a missing dependency when the runtime is created, with the path', () => {
    expect(() => createRuntime({ toolsets, provide: [provide[1] as never] })).toThrow(
      expect.objectContaining({
        code: 'HAFT_WIRING',
        message: expect.stringMatching(
          /2 problems[^]*DeskToolset -> Database -> Symbol\(URL\): nothing is registered[^]*DeskToolset\.show, parameter 'audit' -> 'audit'/,
        ),
      }),
    );
  });
});
