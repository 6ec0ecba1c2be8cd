import { describe, expect, it } from '@jest/globals';
import { anyOf, compose, createRuntime, defineTool, Requires, toolset, type RunContext } from 'haft';

/* The code of docs/guide/permissions.md, executed. */

interface Deps {
  readonly rights: ReadonlySet<string>;
}

const orders = toolset('orders', [
  // #region function
  defineTool({
    name: 'orders_cancel',
    description: 'Cancels an order.',
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    settings: { requires: ['orders:read', anyOf('orders:write', 'orders:admin')] },
    execute: ({ id }: { id: string }) => `cancelled ${id}`,
  }),
  // #endregion function
  defineTool({
    name: 'orders_find',
    description: 'Finds an order.',
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    execute: ({ id }: { id: string }) => `order ${id}`,
  }),
]);

describe('permissions of users', () => {
  it('can', async () => {
    // #region can
    const runtime = createRuntime({
      toolsets: orders,
      can: (permission: string, run: RunContext<Deps>) => run.deps.rights.has(permission),
    });
    const run = runtime.startRun({ userId: 'ada', deps: { rights: new Set(['orders:read']) } });
    // #endregion can
    expect((await run.definitions()).map(({ name }) => name)).toEqual(['orders_find']);
    expect(await run.call('orders_cancel', { id: '7' })).toMatchObject({ status: 'retry', unknownTool: true });
  });

  it('permissions', async () => {
    const runtime = createRuntime({ toolsets: orders });
    // #region permissions
    const run = runtime.startRun({ userId: 'ada', permissions: ['orders:read', 'orders:write'] });
    // #endregion permissions
    expect((await run.call('orders_cancel', { id: '7' })).text).toBe('cancelled 7');
  });

  it('tools of others', async () => {
    // #region others
    const guarded = compose(orders).require(['orders_find'], 'orders:read');
    // #endregion others
    const runtime = createRuntime({ toolsets: guarded });
    expect(await runtime.startRun({ permissions: [] }).definitions()).toEqual([]);
  });

  it('a class', async () => {
    class Directory {
      readonly rights = new Map([['ada', new Set(['orders:read', 'orders:admin'])]]);
    }
    // #region class
    class OrderRights {
      constructor(private readonly directory: Directory) {}

      can(permission: string, run: RunContext): boolean {
        return this.directory.rights.get(run.userId ?? '')?.has(permission) === true;
      }
    }
    const runtime = createRuntime({
      toolsets: orders,
      can: OrderRights,
      provide: [
        Directory,
        {
          provide: OrderRights,
          useFactory: (directory: Directory) => new OrderRights(directory),
          inject: [Directory],
        },
      ],
    });
    // #endregion class
    expect((await runtime.startRun({ userId: 'ada' }).definitions()).length).toBe(2);
    expect((await runtime.startRun({ userId: 'bob' }).definitions()).length).toBe(1);
  });

  it('a decorator', () => {
    expect(() => Requires('two words')).toThrow('@Requires was given "two words".');
  });
});
