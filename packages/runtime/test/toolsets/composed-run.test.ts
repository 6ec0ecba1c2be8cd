import { describe, expect, it } from '@jest/globals';
import {
  Prepare,
  RunContext,
  Tool,
  Toolset,
  Use,
  type InterceptedCall,
  type Interceptor,
  type Next,
  type ToolOutcome,
} from '@haft/core';
import { createRuntime } from '../../src/runtime/create-runtime.js';
import { type AnyToolset, combine, compose, defineTool, dynamic, fromInstance, toolset } from '@haft/compose';
import type { RunEvent } from '../../src/events/run-event.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset({ instructions: (run: RunContext) => `Customers of ${run.userId ?? 'nobody'}.` })
class Crm {
  constructor(readonly region = 'world') {}

  @Tool()
  find(name: string, run: RunContext): string {
    return `${name} of ${this.region} by ${run.toolName}`;
  }

  @Tool()
  note(text: string): string {
    return `noted ${text}`;
  }
}

const crm = reflect(Crm, {
  find: { parameters: { name: { type: 'string' }, run: {} } },
  note: { parameters: { text: { type: 'string', maxLength: 20 } }, aliases: ['remember'] },
});
const start = (toolsets: AnyToolset) =>
  createRuntime({ toolsets, observe: { logger: quietLogger() } }).startRun({ userId: 'ada' });

describe('a run of composed toolsets', () => {
  it('prefix and rename: the outcome has the outer name, the tool knows its own [SET-4, SET-5]', async () => {
    const run = start(compose(crm).prefix('crm').rename({ search: 'crm_find' }));
    const outcome = await run.call({ name: 'search', arguments: { name: 'Ada' } });
    expect(outcome).toMatchObject({ status: 'success', tool: 'search', value: 'Ada of world by find' });
  });

  it('prefix and rename: events have the outer name [SET-4, SET-5]', async () => {
    const told: string[] = [];
    const toolsets = compose(crm).prefix('crm').rename({ search: 'crm_find' });
    const onEvent = ({ type, tool }: RunEvent): number => told.push(`${type} ${tool}`);
    const run = createRuntime({ toolsets, observe: { logger: quietLogger(), onEvent } }).startRun();
    await run.call({ name: 'search', arguments: {} });
    await run.call({ name: 'crm_note', arguments: {} });
    expect(told).toEqual(['retry search', 'retry crm_note']);
  });

  it('calls under an old name or an alias still work, and the outcome has the current name [NEW-13, SET-5]', async () => {
    const run = start(compose(crm).prefix('crm').rename({ search: 'crm_find' }));
    expect(await run.call({ name: 'crm_find', arguments: { name: 'Ada' } })).toMatchObject({
      status: 'success',
      tool: 'search',
    });
    expect(await run.call({ name: 'crm_remember', arguments: { text: 'x' } })).toMatchObject({
      status: 'success',
      tool: 'crm_note',
    });
    expect((await run.definitions()).map((one) => one.name)).toEqual(['search', 'crm_note']);
  });

  it('filter: a removed tool is an unknown name [SET-3]', async () => {
    const run = start(compose(crm).filter(['note']));
    expect(await run.call({ name: 'find', arguments: { name: 'Ada' } })).toMatchObject({
      status: 'retry',
      text: expect.stringContaining("Unknown tool name: 'find'"),
    });
  });

  it('a clash is found when the runtime is made [NAM-4]', () => {
    expect(() => start(combine(crm, crm))).toThrow(expect.objectContaining({ code: 'HAFT_DUPLICATE_TOOL' }));
  });

  it('several instances of one class, each under its prefix', async () => {
    const run = start(
      combine(fromInstance(new Crm('eu'), crm).prefix('eu'), fromInstance(new Crm('us'), crm).prefix('us')),
    );
    const outcomes = await run.callAll([
      { name: 'eu_find', arguments: { name: 'Ada' } },
      { name: 'us_find', arguments: { name: 'Ada' } },
    ]);
    expect(outcomes.map((one) => one.text)).toEqual(['Ada of eu by find', 'Ada of us by find']);
  });

  it('nothing is read before a runtime asks, so that modules and classes may import each other', () => {
    const broken = () => {
      throw new Error('read too early');
    };
    const toolsets = { kind: 'reflected', read: broken, pick: broken } as never;
    const set = combine(compose(toolsets).prefix('a').filter('all'), fromInstance(new Crm(), toolsets).prefix('b'));
    expect(() => start(set)).toThrow('read too early');
  });

  it('an instance of a class that the module does not know is refused', () => {
    class Other {}
    expect(() => start(fromInstance(new Other(), crm))).toThrow(
      expect.objectContaining({
        code: 'HAFT_NOT_REFLECTED',
        message: 'The generated module does not know the class Other of an instance; it has: Crm.',
      }),
    );
  });

  it('prepare: the narrowed schema is shown to the model and enforced [SET-6]', async () => {
    const run = start(
      compose(crm).prepare((_run, definitions) =>
        definitions
          .filter(({ name }) => name === 'note')
          .map((one) => ({
            ...one,
            parameters: { ...one.parameters, properties: { text: { type: 'string', maxLength: 3 } } },
          })),
      ),
    );
    expect((await run.definitions())[0]?.parameters.properties).toEqual({ text: { type: 'string', maxLength: 3 } });
    expect((await run.call({ name: 'note', arguments: { text: 'four' } })).status).toBe('retry');
    expect((await run.call({ name: 'note', arguments: { text: 'two' } })).status).toBe('success');
  });

  it('prepare of the runtime comes last, and sees the tools of all toolsets [PRE-2]', async () => {
    const runtime = createRuntime({
      toolsets: [compose(crm).prefix('a'), compose(crm).prefix('b')],
      prepare: (run, definitions) => definitions.filter(({ name }) => name.startsWith(run.userId ?? '')),
      observe: { logger: quietLogger() },
    });
    expect((await runtime.startRun({ userId: 'b' }).definitions()).map((one) => one.name)).toEqual([
      'b_find',
      'b_note',
    ]);
  });

  it('@Prepare of a tool comes first: wrappers see its result [PRE-1, TSP-6]', async () => {
    @Toolset()
    class Clock {
      @Tool()
      @Prepare((run, definition) => (run.userId === 'ada' ? { ...definition, description: 'For Ada.' } : null))
      now(): number {
        return 1;
      }
    }
    const clock = compose(reflect(Clock, { now: {} }))
      .prefix('clock')
      .filter(({ description }) => description === 'For Ada.');
    const runtime = createRuntime({ toolsets: clock, observe: { logger: quietLogger() } });
    expect((await runtime.startRun({ userId: 'ada' }).definitions()).map((one) => one.name)).toEqual(['clock_now']);
    expect(await runtime.startRun({ userId: 'bob' }).definitions()).toEqual([]);
  });

  it('requireApproval with a predicate asks only for some calls [SET-7]', async () => {
    const run = start(compose(crm).requireApproval(['note'], ({ text }: { text: string }) => text.includes('secret')));
    expect((await run.call({ name: 'note', arguments: { text: 'plain' } })).status).toBe('success');
    expect(await run.call({ name: 'note', arguments: { text: 'secret' } })).toMatchObject({
      status: 'deferred',
      request: { kind: 'approval', tool: 'note' },
    });
  });

  it('external: validated, then deferred [HITL-6, SET-8]', async () => {
    const run = start(compose(crm).external(['note']));
    expect((await run.call({ name: 'note', arguments: {} })).status).toBe('retry');
    expect(await run.call({ name: 'note', arguments: { text: 'x' } })).toMatchObject({
      status: 'deferred',
      request: { kind: 'external' },
    });
  });

  it('deferLoading: hidden until found, together with its instructions, then callable in this run only [SET-10, SET-14]', async () => {
    const other = toolset('time', [
      defineTool({ name: 'now', description: 'Tells the time.', parameters: { type: 'object' }, execute: () => 1 }),
    ]);
    const runtime = createRuntime({
      toolsets: combine(other, compose(crm).deferLoading()),
      observe: { logger: quietLogger() },
    });
    const run = runtime.startRun({ userId: 'ada' });
    expect((await run.definitions()).map((one) => one.name)).toEqual(['now', 'search_tools']);
    expect(await run.instructions()).toBe('');
    expect((await run.call({ name: 'find', arguments: { name: 'Ada' } })).text).toContain('search_tools');

    const found = await run.call({ name: 'search_tools', arguments: { queries: ['find'] } });
    expect(found).toMatchObject({
      status: 'success',
      value: { discovered: [{ name: 'find', description: 'Does find.' }] },
    });
    expect((await run.definitions()).map((one) => one.name)).toEqual(['now', 'find', 'search_tools']);
    expect(await run.instructions()).toBe('Customers of ada.');
    expect(await run.call({ name: 'find', arguments: { name: 'Ada' } })).toMatchObject({ status: 'success' });
    expect((await runtime.startRun().definitions()).map((one) => one.name)).toEqual(['now', 'search_tools']);
  });

  it('instructions: of toolsets with a visible tool, each once, inside out [INS-1]', async () => {
    const all = combine(
      compose(crm).withInstructions('Be kind.').withInstructions({ note: 'Be brief.' }),
      compose(reflect(Crm, { note: {}, find: {} }, { prefix: 'b_', instructions: '' }))
        .filter([])
        .withInstructions('Never.'),
    );
    expect(await start(all).instructions()).toBe('Customers of ada.\n\nBe kind.\n\nBe brief.');
  });

  it('dynamic per step: another toolset after nextStep [DEF-9, SET-13]', async () => {
    let step = 0;
    const run = start(dynamic(() => compose(crm).prefix(`s${++step}`), { per: 'step', of: [compose(crm)] }));
    expect(await run.call({ name: 's1_find', arguments: { name: 'Ada' } })).toMatchObject({ status: 'success' });
    run.nextStep();
    expect((await run.definitions()).map((one) => one.name)).toEqual(['s2_find', 's2_note']);
    expect((await run.call({ name: 's1_find', arguments: { name: 'Ada' } })).status).toBe('retry');
    expect(await run.call({ name: 's2_find', arguments: { name: 'Ada' } })).toMatchObject({ status: 'success' });
  });

  it.each([{ of: [crm] }, {}])(
    'dynamic provides the classes that it chooses, candidates %j [SET-13]',
    async (options) => {
      const dispatched = dynamic(() => crm, options);
      const call = { name: 'x_find', arguments: { name: 'Ada' } };
      expect(await start(compose(dispatched).prefix('x')).call(call)).toMatchObject({ status: 'success' });
    },
  );

  it('dynamic provides a class once for all runs, with its dependencies and its interceptors [SET-13]', async () => {
    const made: string[] = [];
    class Store {
      constructor() {
        made.push('store');
      }
    }
    class Audit implements Interceptor {
      constructor(readonly store: Store) {
        made.push('audit');
      }
      intercept(_call: InterceptedCall, next: Next): Promise<ToolOutcome> {
        return next();
      }
    }
    @Toolset()
    class Stock {
      constructor(readonly store: Store) {
        made.push('stock');
      }
      @Use(Audit)
      @Tool()
      count(): string {
        return this.store.constructor.name;
      }
    }
    const stock = reflect(
      Stock,
      { count: {} },
      {
        dependencies: [Store],
        services: [
          { class: Store, dependencies: [] },
          { class: Audit, dependencies: [Store] },
        ],
      },
    );
    const runtime = createRuntime({
      toolsets: combine(
        crm,
        dynamic(() => stock),
      ),
      observe: { logger: quietLogger() },
    });
    for (let i = 0; i < 2; i++) {
      expect(await runtime.startRun().call({ name: 'count', arguments: {} })).toMatchObject({ value: 'Store' });
    }
    expect(made.sort()).toEqual(['audit', 'stock', 'store']);
  });

  it('dynamic chooses a class without a provider of its dependency: the call says which [SET-13]', async () => {
    @Toolset()
    class Lonely {
      constructor(readonly clock: Crm) {}
      @Tool()
      tick(): void {}
    }
    const lonely = reflect(Lonely, { tick: {} }, { dependencies: ['inject'] });
    await expect(start(dynamic(() => lonely)).call({ name: 'tick', arguments: {} })).rejects.toMatchObject({
      code: 'HAFT_MISSING_DEPENDENCY',
    });
  });

  it('a toolset that fails is a mistake of the developer, and the next try may work', async () => {
    let tries = 0;
    const run = start({
      name: 'remote',
      tools: () => {
        if (++tries === 1) throw new Error('503');
        return [];
      },
    });
    await expect(run.definitions()).rejects.toMatchObject({ code: 'HAFT_TOOLSET_FAILED' });
    await expect(run.definitions()).resolves.toEqual([]);
  });

  it('toolsets of a run are left when it ends, once [SET-13]', async () => {
    const left: string[] = [];
    const session: AnyToolset = {
      name: 'session',
      tools: () => [],
      forRun: () => ({ name: 'session', tools: () => [], dispose: () => void left.push('left') }),
      dispose: () => void left.push('wrong'),
    };
    const run = start(
      combine(
        crm,
        compose(session).prefix('a'),
        dynamic(() => session),
      ),
    );
    await run.definitions();
    await run.end();
    await run.end();
    expect(left).toEqual(['left', 'left']);
  });

  it("shows the module's facts about a tool under another name: schemas, results and examples [SER-1]", async () => {
    const facts = {
      parameters: { name: { type: 'string' } },
      result: { type: 'string' },
      examples: '[{"name":"Ada"}]',
    } as const;
    const [definition] = await start(compose(reflect(Crm, { find: facts, note: {} })).prefix('a')).definitions();
    expect(JSON.parse(JSON.stringify(definition))).toMatchObject({
      name: 'a_find',
      parameters: { properties: { name: { type: 'string' } } },
      result: { type: 'string' },
      examples: [{ name: 'Ada' }],
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('gives definitions in the same order, and the same ones, at every request [SCH-19]', async () => {
    const run = start(
      compose(crm)
        .filter(() => true)
        .prefix('a'),
    );
    const first = await run.definitions();
    expect(await run.definitions()).toBe(first);
    expect(first.map((one) => one.name)).toEqual(['a_find', 'a_note']);
  });
});

describe('the answer to a name, where tools must be found first [ERR-3]', () => {
  const textOf = async (hidden: 'all' | readonly string[], name: string, toolSearch: 'run' | 'provider' = 'run') => {
    const runtime = createRuntime({ toolsets: compose(crm).deferLoading(hidden), observe: { logger: quietLogger() } });
    return (await runtime.startRun({ toolSearch }).call({ name, arguments: {} })).text;
  };

  it('tells how to find a hidden tool', async () => {
    expect(await textOf('all', 'find')).toBe("Tool 'find' is not available yet: call search_tools for it first.");
  });

  it('tells to search, when all are hidden', async () => {
    const text = "Unknown tool name: 'weather'. No tools are available yet: search for the tools you need.";
    expect(await textOf('all', 'weather')).toBe(text);
    expect(await textOf('all', 'weather', 'provider')).toBe(text);
  });

  it('names no hidden tool, and no search that the model was not shown', async () => {
    const tools = "Unknown tool name: 'finds'. Available tools: ";
    expect(await textOf(['find'], 'finds')).toBe(`${tools}'note', 'search_tools'.`);
    expect(await textOf(['find'], 'finds', 'provider')).toBe(`${tools}'note'.`);
  });
});

describe('a run whose provider searches for tools', () => {
  const searching = () =>
    createRuntime({ toolsets: compose(crm).deferLoading(['note']), observe: { logger: quietLogger() } }).startRun({
      toolSearch: 'provider',
    });

  it('shows hidden tools marked, and no search_tools [TSP-12]', async () => {
    const run = searching();
    const definitions = await run.definitions();
    expect(definitions.map(({ name, deferred }) => [name, deferred])).toEqual([
      ['find', undefined],
      ['note', true],
    ]);
    expect(await run.definitions()).toBe(definitions);
  });

  it('runs a call of a hidden tool, which the provider found [TSP-12]', async () => {
    expect(await searching().call({ name: 'note', arguments: { text: 'a' } })).toMatchObject({ status: 'success' });
  });
});
