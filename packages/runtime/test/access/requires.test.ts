import {
  anyOf,
  HaftError,
  permissionsIn,
  Requires,
  RequiresApproval,
  RunContext,
  Tool,
  Toolset,
  type ToolOutcome,
} from '@haft/core';
import fc from 'fast-check';
import { compose, createRuntime, decision, defineTool, toolset, type RunEvent } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

const entered: string[] = [];

@Toolset({ prefix: 'orders' })
@Requires('orders:read')
class BaseOrders {
  @Tool()
  async find(id: string): Promise<string> {
    entered.push('find');
    return id;
  }
}

@Toolset({ prefix: 'orders' })
@Requires('staff')
class Orders extends BaseOrders {
  @Tool()
  @Requires('orders:write')
  @RequiresApproval()
  async cancel(id: string): Promise<string> {
    entered.push('cancel');
    return id;
  }

  @Tool()
  @Requires(anyOf('orders:write', 'orders:admin'))
  async close(id: string): Promise<string> {
    entered.push('close');
    return id;
  }

  /** Calls another tool. */
  @Tool()
  async both(id: string, run: RunContext): Promise<string> {
    const { text } = await run.calls.call({ name: 'orders_close', arguments: { id } });
    return text;
  }
}

const ID = { parameters: { id: { type: 'string' } } } as const;
const orders = reflect(
  Orders,
  {
    find: ID,
    cancel: ID,
    close: { ...ID, otherNames: ['finish_order'] },
    both: { parameters: { id: { type: 'string' }, run: {} }, usesRun: true },
  },
  { prefix: 'orders_' },
);
const clock = toolset('clock', [
  defineTool({
    name: 'now',
    description: 'The time.',
    parameters: { type: 'object', properties: {} },
    execute: () => 'noon',
  }),
]);
const observe = { logger: quietLogger() };
const ALL = ['orders:read', 'staff', 'orders:write', 'orders:admin'];

function runtimeOf(can?: (permission: string, run: RunContext) => boolean | Promise<boolean>) {
  return createRuntime({ toolsets: [orders, new Orders(), clock], observe, ...(can && { can }) });
}

async function namesOf(run: { definitions(): Promise<readonly { readonly name: string }[]> }) {
  return (await run.definitions()).map(({ name }) => name);
}

beforeEach(() => {
  entered.length = 0;
});

describe('@Requires', () => {
  it('adds up over a method, its class and base classes', () => {
    const described = runtimeOf().permissions();
    expect(described).toEqual([...ALL].sort());
  });

  it('is in the definition for the host', async () => {
    const { tools } = await runtimeOf().describe();
    const cancel = tools.find(({ definition }) => definition.name === 'orders_cancel');
    expect(cancel?.definition.requires).toEqual(['staff', 'orders:read', 'orders:write']);
  });

  it('keeps all of several decorators at one place', () => {
    class Twice {
      @Tool()
      @Requires('a')
      @Requires('b', 'a')
      act(): string {
        return '';
      }
    }
    const runtime = createRuntime({ toolsets: [reflect(Twice, { act: { parameters: {} } }), new Twice()], observe });
    expect(runtime.permissions()).toEqual(['a', 'b']);
  });

  it.each([[[]], [['']], [['two words']], [['a"b']], [[anyOf('a'), { anyOf: [] }]], [[7]]])(
    'refuses %j, which is not a permission',
    (given) => {
      expect(() => Requires(...(given as string[]))).toThrow(HaftError);
    },
  );
});

describe('a tool without its permissions', () => {
  it.each([
    [[], ['now']],
    [['staff'], ['now']],
    [
      ['staff', 'orders:read'],
      ['orders_find', 'orders_both', 'now'],
    ],
    [
      ['staff', 'orders:read', 'orders:admin'],
      ['orders_find', 'orders_close', 'orders_both', 'now'],
    ],
    [ALL, ['orders_find', 'orders_cancel', 'orders_close', 'orders_both', 'now']],
  ])('is in no list: %j sees %j', async (permissions, names) => {
    expect(await namesOf(runtimeOf().startRun({ permissions }))).toEqual(names);
  });

  it('is answered as an unknown name, byte for byte', async () => {
    const run = (name: string): Promise<ToolOutcome> =>
      runtimeOf()
        .startRun({ permissions: ['staff', 'orders:read'] })
        .call({ id: 'c', name, arguments: { id: '1' } });
    const asText = async (name: string): Promise<string> => JSON.stringify(await run(name));
    expect(await asText('orders_close')).toBe(
      (await asText('orders_xxxxx')).replaceAll('orders_xxxxx', 'orders_close'),
    );
    expect(entered).toEqual([]);
  });

  it('does not exist for check, batches, inner calls, the other tools of the run, and its instructions', async () => {
    const run = runtimeOf().startRun({ permissions: ['staff', 'orders:read'] });
    const [closed, inner] = await run.callAll([
      { id: 'a', name: 'orders_close', arguments: { id: '1' } },
      { id: 'b', name: 'orders_both', arguments: { id: '1' } },
    ]);
    expect(closed).toMatchObject({ status: 'retry', unknownTool: true });
    expect(inner?.text).toContain("Unknown tool name: 'orders_close'");
    expect(await run.waitsFor({ name: 'orders_cancel', arguments: { id: '1' } })).toBeUndefined();
    expect((await run.tools()).map(({ definition }) => definition.name)).not.toContain('orders_close');
    expect(entered).toEqual([]);
  });

  it('is found by no search', async () => {
    const hidden = compose(orders).deferLoading();
    const runtime = createRuntime({ toolsets: [hidden, clock], observe });
    const search = { name: 'search_tools', arguments: { queries: ['close order', 'cancel order'] } };
    const some = runtime.startRun({ permissions: ['staff', 'orders:read'] });
    expect((await some.call(search)).text).not.toMatch(/close|cancel/);
    expect((await some.call({ name: 'orders_close', arguments: { id: '1' } })).text).not.toContain(
      'search_tools for it',
    );
    const all = runtime.startRun({ permissions: ALL });
    expect((await all.call(search)).text).toMatch(/close[^]*cancel|cancel[^]*close/);
  });

  it('is in no text for any set of permissions', async () => {
    const runtime = runtimeOf();
    const names = ['orders_find', 'orders_cancel', 'orders_close', 'orders_both'];
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(ALL),
        fc.subarray([...names, 'orders', 'order_find']),
        async (permissions, asked) => {
          const events: RunEvent[] = [];
          const run = runtime.startRun({ permissions, onEvent: (event) => events.push(event) });
          const shown = await namesOf(run);
          const outcomes = await run.callAll(asked.map((name, id) => ({ id: `${id}`, name, arguments: { id: 1 } })));
          const texts = outcomes.map(({ text, tool }) => text.replaceAll(tool, '')).join();
          for (const name of names) if (!shown.includes(name)) expect(texts).not.toContain(name);
          for (const [index, name] of asked.entries()) {
            if (!shown.includes(name)) expect(outcomes[index]).toMatchObject({ unknownTool: true });
          }
        },
      ),
    );
  });
});

describe('can', () => {
  it('decides with the run, and is asked once for each permission and list', async () => {
    const asked: string[] = [];
    const runtime = runtimeOf((permission, run) => {
      asked.push(permission);
      return run.userId === 'ada' && permission !== 'orders:admin';
    });
    expect(await namesOf(runtime.startRun({ userId: 'ada' }))).toHaveLength(5);
    expect(asked.sort()).toEqual([...ALL].sort());
    expect(await namesOf(runtime.startRun({ userId: 'bob' }))).toEqual(['now']);
  });

  it('and permissions of the run must both say yes', async () => {
    const runtime = runtimeOf((permission) => permission !== 'orders:write');
    expect(await namesOf(runtime.startRun({ permissions: ALL }))).not.toContain('orders_cancel');
    expect(await namesOf(runtime.startRun({ permissions: ['staff'] }))).toEqual(['now']);
  });

  it('takes effect at the next call after a change within a step', async () => {
    const rights = new Set(ALL);
    const run = runtimeOf((permission) => Promise.resolve(rights.has(permission))).startRun();
    const close = { name: 'orders_close', arguments: { id: '1' } };
    expect(await run.call(close)).toMatchObject({ status: 'success' });
    rights.delete('orders:write');
    rights.delete('orders:admin');
    expect(await run.call(close)).toMatchObject({ status: 'retry', unknownTool: true });
    expect(await run.call({ ...close, name: 'functions.orders_close' })).toMatchObject({ unknownTool: true });
    expect(await namesOf(run)).not.toContain('orders_close');
    rights.add('orders:write');
    expect(await run.call(close)).toMatchObject({ status: 'success' });
    expect(entered).toEqual(['close', 'close']);
  });

  it.each(['functions.orders_close', 'OrdersClose', 'ORDERS-CLOSE', 'finish_order'])(
    'takes effect for the name %p, which means the tool',
    async (name) => {
      const rights = new Set(ALL);
      const run = runtimeOf((permission) => rights.has(permission)).startRun();
      const close = { name, arguments: { id: '1' } };
      expect(await run.call(close)).toMatchObject({ status: 'success' });
      rights.clear();
      expect(await run.call(close)).toMatchObject({ status: 'retry', unknownTool: true });
      expect(entered).toEqual(['close']);
    },
  );

  it.each<readonly [string, () => boolean | Promise<boolean>, object]>([
    ['throws', () => Promise.reject(new Error('no database')), { message: 'no database' }],
    [
      'answers with something else',
      () => 'yes' as never,
      {
        code: 'HAFT_INVALID_OPTION',
        message: "The question to `can` about 'staff' was answered with neither true nor false.",
        hint: 'Return a boolean, or a promise of one.',
      },
    ],
    [
      'never answers',
      () => new Promise<boolean>(() => undefined),
      {
        code: 'HAFT_TOOLSET_FAILED',
        message: "The question to `can` about 'staff' was not answered within 0.02 seconds.",
        hint: 'Look for a request that waits, or give createRuntime a longer limits.timeoutMs.',
      },
    ],
  ])('means no if it %s, and the host hears of it', async (_what, can, error) => {
    const events: RunEvent[] = [];
    const limits = { timeoutMs: 20 };
    const runtime = createRuntime({ toolsets: [orders, new Orders(), clock], observe, limits, can });
    const run = runtime.startRun({ onEvent: (event) => events.push(event) });
    expect(await namesOf(run)).toEqual(['now']);
    expect(events).toHaveLength(ALL.length);
    const about = events.find((event) => event.type === 'permission' && event.permission === 'staff');
    expect(about).toMatchObject({ error });
  });

  it('is asked again after an approval: a call without the permission is denied', async () => {
    const rights = new Set(ALL);
    const runtime = runtimeOf((permission) => rights.has(permission));
    const run = runtime.startRun({ userId: 'ada' });
    const outcome = await run.call({ id: 'c', name: 'orders_cancel', arguments: { id: '1' } });
    expect(outcome.status).toBe('deferred');
    const [request] = run.pending().requests;
    rights.delete('orders:write');
    const [after] = await run.resume({ [request?.id ?? '']: decision.approve() });
    expect(after).toMatchObject({
      status: 'denied',
      text: "'orders_cancel' is not allowed for its user any longer. Nothing was done.",
    });
    expect(entered).toEqual([]);
  });

  it('is asked by the process that resumes a run', async () => {
    const before = runtimeOf().startRun({ userId: 'ada', permissions: ALL });
    await before.callAll([{ id: 'c', name: 'orders_cancel', arguments: { id: '1' } }]);
    const pending = before.pending();
    expect(JSON.stringify(pending)).not.toContain('orders:admin');
    const decisions = { [pending.requests[0]?.id ?? '']: decision.approve() };
    const few = await runtimeOf().resumeRun(pending, decisions, { permissions: ['staff'] });
    expect(few.outcomes).toMatchObject([{ status: 'denied' }]);
    const all = await runtimeOf().resumeRun(pending, decisions, { permissions: ALL });
    expect(all.outcomes).toMatchObject([{ status: 'success' }]);
    await expect(runtimeOf().resumeRun(pending, decisions)).rejects.toMatchObject({ code: 'HAFT_NO_PERMISSIONS' });
  });
});

describe('permissions that are missing', () => {
  it('are a mistake of the developer at the start of a run', () => {
    expect(() => runtimeOf().startRun()).toThrow(expect.objectContaining({ code: 'HAFT_NO_PERMISSIONS' }));
  });

  it('are one for toolsets that change, too', async () => {
    const runtime = createRuntime({ toolsets: [orders, new Orders()], observe, prepare: (_run, all) => all });
    await expect(runtime.startRun().definitions()).rejects.toMatchObject({ code: 'HAFT_NO_PERMISSIONS' });
    expect(await namesOf(runtime.startRun({ permissions: ['staff', 'orders:read'] }))).toEqual([
      'orders_find',
      'orders_both',
    ]);
  });

  it('are not missed if no tool requires any', async () => {
    const runtime = createRuntime({ toolsets: [clock], observe });
    expect(await namesOf(runtime.startRun())).toEqual(['now']);
  });
});

describe('.require()', () => {
  it('adds permissions to tools of others, and keeps their own', async () => {
    const composed = compose(clock).require('all', 'time').require(['now'], anyOf('a', 'b')).prefix('my');
    const runtime = createRuntime({ toolsets: [composed], observe });
    expect(await namesOf(runtime.startRun({ permissions: ['time', 'b'] }))).toEqual(['my_now']);
    expect(await namesOf(runtime.startRun({ permissions: ['a', 'b'] }))).toEqual([]);
    const [definition] = await runtime.startRun({ permissions: ['time', 'a'] }).definitions();
    expect(permissionsIn(definition?.requires ?? [])).toEqual(['time', 'a', 'b']);
  });

  it('leaves a runtime typed and fixed', () => {
    const runtime = createRuntime({ toolsets: [compose(clock).require('all', 'time')], observe });
    expect(runtime.tool('now').definition.requires).toEqual(['time']);
  });
});
