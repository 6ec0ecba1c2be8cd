import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildProject } from '@haft/reflector';
import type { ReflectedToolsets } from 'haft/reflected';
import { compose, createRuntime } from 'haft';

const folder = `${import.meta.dirname}/fixtures/functions`;

/*
 * From plain exported functions to their calls, through the real build. The project has no class
 * with tools.
 */

interface Tools {
  readonly math_add: { readonly arguments: { a: number; b?: number }; readonly result: number };
}

describe('functions as tools', () => {
  let toolsets: ReflectedToolsets<Tools>;
  let math: typeof import('./fixtures/functions/src/math.js');
  let text: string | undefined;

  beforeAll(async () => {
    const result = await buildProject({
      tsconfig: `${folder}/tsconfig.json`,
      out: `${folder}/src/toolsets.gen.ts`,
      cache: false,
    });
    expect(result.diagnostics).toEqual([]);
    expect(result).toMatchObject({ ok: true, toolsets: 0, tools: 2 });
    ({ text } = result);
    const generated = './fixtures/functions/src/toolsets.gen.js';
    ({ toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets<Tools> });
    math = await import('./fixtures/functions/src/math.js');
  });

  it('are reflected like methods [DEF-2]', async () => {
    const definitions = await createRuntime({ toolsets: [toolsets, math.mathTools], provide: [math.Ledger] })
      .startRun()
      .definitions();
    expect(definitions).toMatchObject([
      {
        name: 'math_add',
        toolset: 'math',
        description: 'Adds two numbers.',
        hints: { readOnly: true },
        parameters: {
          properties: {
            a: { type: 'number', description: 'The first.' },
            b: { type: 'number', description: 'The second.', default: 1, maximum: 9 },
          },
          required: ['a'],
          additionalProperties: false,
        },
        result: { type: 'number' },
      },
      {
        name: 'move',
        parameters: { properties: { from: { format: 'date-time' }, step: { properties: { days: { default: 1 } } } } },
      },
    ]);
  });

  it('are typed by the generated module, and called with their parameters by position', async () => {
    const { mathTools, Ledger } = math;
    const ledger = new Ledger();
    // #region runtime
    const runtime = createRuntime({
      toolsets: [toolsets, mathTools], // the generated module, and the toolset
      provide: [{ provide: Ledger, useValue: ledger }],
    });
    const run = runtime.startRun({ userId: 'ada' });
    const sum = await run.call('math_add', { a: 1, b: 2 }); // typed by the generated module
    // #endregion runtime
    expect(sum).toMatchObject({ status: 'success', value: 3 });
    expect(await run.call('math_add', { a: 1 })).toMatchObject({ status: 'success', value: 2 });
    expect(await run.call({ name: 'math_add', arguments: { a: 'one' } })).toMatchObject({ status: 'retry' });
    expect(await run.call({ name: 'math_add', arguments: { a: 1, b: 10 } })).toMatchObject({ status: 'retry' });
    const outcome = await run.call({ name: 'go', arguments: { from: '2026-01-01T00:00:00Z', step: { days: 2 } } });
    expect(outcome).toMatchObject({ status: 'success', value: '2026-01-03T00:00:00.000Z' });
    expect(ledger.lines).toEqual(['ada true 2026-01-03T00:00:00.000Z']);
    if (Number.isNaN(0)) {
      // @ts-expect-error the generated module says that `a` is a number
      await run.call('math_add', { a: 'one' });
    }
  });

  it('compose like every other tool', async () => {
    const runtime = createRuntime({
      toolsets: [toolsets, compose(math.mathTools).filter(['math_add']).prefix('my')],
    });
    expect((await runtime.startRun().call('my_math_add', { a: 4 })).text).toBe('5');
  });

  it('are in the generated module with types by name', () => {
    expect(text).toContain(
      'math_add: { arguments: { a: number; b?: number }; result: number; value: Returned<typeof add_function> };',
    );
    expect(text).toContain('function: add_function,');
    expect(text).toContain('invoke: (f, a, run, host) => f(run, a.from, a.step, host[0]),');
  });
});
