import type { Server } from 'node:http';
import { UseGuards, type CanActivate } from '@nestjs/common';
import { expect, it } from '@jest/globals';
import {
  Background,
  createRuntime,
  Preview,
  Ref,
  Requires,
  RequiresApproval,
  RunContext,
  Tool,
  Toolset,
  type RunOptions,
  type Runtime,
} from 'haft';
import { SqliteReferences } from 'haft/sqlite-references';
import { HaftPendingModule } from '@haft/durable/nestjs';
import { serveMcp, type McpOptions } from '@haft/mcp';
import { HAFT_RUNTIME, HaftHttpModule } from '@haft/nestjs';
import { FileOptions, fileToolset, toolsets as fileTools } from '@haft/toolsets/file';
import { refsToolset } from '@haft/toolsets/refs';
import { ShellOptions, toolsets as shellTools } from '@haft/toolsets/shell';

/* Parts of pages, with what an application has around them. They compile. */

interface Deps {
  readonly folder: string;
}
declare const toolsets: typeof fileTools;
declare const [shopTools, billingTools]: readonly [typeof fileTools, typeof shellTools];
declare class Database {}
declare const server: Server;
declare const client: { query(sql: string, values?: readonly unknown[]): Promise<unknown> };
const deps = {};
declare function optionsOf(user: string): RunOptions;
declare const context: NonNullable<McpOptions['context']>;
declare class TenantGuard implements CanActivate {
  canActivate(): boolean;
}
declare class AuthGuard implements CanActivate {
  canActivate(): boolean;
}
interface AuthenticatedRequest {
  readonly user: { readonly id: string; readonly tenantId: string; readonly isApprover: boolean };
}
interface Invoice {
  readonly id: string;
  readonly total: number;
}
interface Order {
  readonly id: string;
}

class Refunds {
  constructor(private readonly shop: { refund(id: number, cents: number): Promise<string> }) {}

  // #region preview
  @RequiresApproval()
  @Preview('previewRefund')
  @Tool()
  async refund(id: number, cents: number): Promise<string> {
    return await this.shop.refund(id, cents);
  }

  previewRefund(id: number, cents: number): Preview {
    return { text: `Refunds ${cents} cents of order ${id}.` };
  }
  // #endregion preview
}

async function load(): Promise<void> {
  // #region load
  const runtime = createRuntime({ toolsets });
  await runtime.load();
  server.listen(3000);
  // #endregion load
}

async function settle(order: string, run: RunContext): Promise<object> {
  // #region settle
  await client.query('BEGIN');
  await client.query('UPDATE orders SET refunded = true WHERE id = $1', [order]);
  await run.ledger.settleIn(client, { refunded: order });
  await client.query('COMMIT');
  return { refunded: order };
  // #endregion settle
}

// #region presets
export const presets = { eve: { userId: 'eve', deps }, admin: () => optionsOf('admin') };
// #endregion presets

function packages(): void {
  // #region packages
  createRuntime({ toolsets: [shopTools, billingTools], provide: [Database] });
  // #endregion packages
}

function mount(): void {
  // #region mount
  HaftHttpModule.mountHandler('mcp', (runtime) => serveMcp(runtime, { name: 'invoices', context }), {
    decorators: [UseGuards(TenantGuard)],
  });
  // #endregion mount
}

function pending(): void {
  // #region pending
  HaftPendingModule.forRootAsync({
    inject: [HAFT_RUNTIME], // from @haft/nestjs
    useFactory: (runtime: Runtime) => ({
      runtime,
      authorize: (_request, _action, _call, { user }: AuthenticatedRequest) =>
        user.isApprover ? { allow: true, scope: { tenantId: user.tenantId }, decidedBy: user.id } : { allow: false },
    }),
    guards: [AuthGuard],
    path: 'admin',
  });
  // #endregion pending
}

declare class Orders {
  cancel(id: string): string;
}
// #region permissions
@Toolset({ prefix: 'orders' })
@Requires('orders:read') // for each tool of the class
export class OrdersToolset {
  constructor(private readonly orders: Orders) {}

  /** Cancels an order. */
  @Tool()
  @Requires('orders:write') // in addition to those of the class
  @RequiresApproval()
  cancel(id: string): string {
    return this.orders.cancel(id);
  }
}
// #endregion permissions

declare class Invoices {
  of(customer: string): Promise<Invoice[]>;
  send(invoices: readonly Invoice[]): Promise<number>;
}
// #region references
@Toolset({ prefix: 'invoice' })
export class InvoiceToolset {
  constructor(private readonly invoices: Invoices) {}

  /** Finds the invoices of a customer. */
  @Tool()
  async find(customer: string): Promise<Ref<Invoice[]>> {
    return new Ref(await this.invoices.of(customer));
  }

  /** Adds up invoices. */
  @Tool()
  total(invoices: Invoice[]): number {
    return invoices.reduce((sum, one) => sum + one.total, 0);
  }

  /** Sends invoices to the customer. */
  @Tool()
  async send(invoices: Ref<Invoice[]>): Promise<string> {
    return `${await this.invoices.send(invoices.value)} sent`;
  }
}
// #endregion references

function references(): Runtime {
  // #region store
  const runtime = createRuntime({
    toolsets,
    references: { scope: 'user', ttlMs: 3_600_000, store: new SqliteReferences({ file: 'references.db' }) },
  });
  // #endregion store
  return runtime;
}

function reading(): Runtime {
  // #region read
  const runtime = createRuntime({ toolsets: [toolsets, refsToolset()] });
  // #endregion read
  return runtime;
}

function files(): Runtime {
  // #region files
  const runtime = createRuntime({ toolsets: [toolsets, fileToolset({ root: '/srv/work' })] });
  // #endregion files
  return runtime;
}

function filesOfUsers(): Runtime {
  // #region files-of-users
  const runtime = createRuntime({
    toolsets: [toolsets, fileTools],
    provide: [
      {
        provide: FileOptions,
        useFactory: (run: RunContext<Deps>) => new FileOptions({ root: run.deps.folder }),
        inject: [RunContext],
      },
    ],
  });
  // #endregion files-of-users
  return runtime;
}

function commandsOfUsers(): Runtime {
  // #region commands-of-users
  const runtime = createRuntime({
    toolsets: [toolsets, shellTools],
    provide: [
      {
        provide: ShellOptions,
        useFactory: (run: RunContext<Deps>) => new ShellOptions({ root: run.deps.folder }),
        inject: [RunContext],
      },
    ],
  });
  // #endregion commands-of-users
  return runtime;
}

class Reports {
  // #region background
  /** Writes the report of the night. */
  @Background()
  @Tool()
  report(): { pages: number } {
    return { pages: 12 };
  }
  // #endregion background
}

class Texts {
  constructor(private readonly files: { read(path: string, startLine: number): string }) {}

  // #region aliases
  /** Reads a text file. */
  @Tool()
  read(/** @alias file_path, filename */ path: string, /** @alias offset */ startLine = 1): string {
    return this.files.read(path, startLine);
  }
  // #endregion aliases
}

class Repository<Item> {
  item?: Item;
}
/* eslint-disable @typescript-eslint/no-explicit-any -- TypeScript asks for it in mixins */
// #region mixin
type Constructor<T = object> = abstract new (...args: any[]) => T;

function audited<C extends Constructor>(base: C) {
  abstract class Audited extends base {
    /** Lists the last changes. */
    @Tool()
    changes(): string[] {
      return [];
    }
  }
  return Audited;
}

@Toolset({ prefix: 'order' })
export class OrderToolset extends audited(Repository<Order>) {}
// #endregion mixin

it('compile, and those without an application do what their page says', () => {
  const inApplications = [load, settle, packages, mount, pending, references, reading];
  const ofUsers = [files, filesOfUsers, commandsOfUsers];
  for (const part of [...inApplications, ...ofUsers]) expect(typeof part).toBe('function');
  const shop = { refund: () => Promise.resolve('refunded') };
  expect(new Refunds(shop).previewRefund(7, 5)).toEqual({ text: 'Refunds 5 cents of order 7.' });
  const invoices = { of: () => Promise.resolve([]), send: () => Promise.resolve(2) };
  expect(new InvoiceToolset(invoices).total([{ id: 'a', total: 2 }])).toBe(2);
  expect(new OrdersToolset({ cancel: (id) => `${id} is cancelled` }).cancel('7')).toBe('7 is cancelled');
  expect(new Texts({ read: (path, line) => `${path}:${line}` }).read('a.txt')).toBe('a.txt:1');
  expect([new OrderToolset().changes(), new Reports().report]).toEqual([[], expect.any(Function)]);
});
