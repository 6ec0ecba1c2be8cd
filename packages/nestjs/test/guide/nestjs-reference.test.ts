import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Module, UnauthorizedException, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { buildProject } from '@haft/reflector';
import { decision, type PendingRun } from '@haft/runtime';
import { HaftHttpModule, HaftModule, HaftService } from '../../src/index.js';
import { SILENT_NEST } from '../support/quiet-logger.js';
import type { AppDeps } from '../fixtures/guide/src/app-deps.js';
import { InvoicesService } from '../fixtures/guide/src/invoices.service.js';
import { InvoicesToolset } from '../fixtures/guide/src/invoices.toolset.js';
import { RolesGuard } from '../fixtures/guide/src/roles.guard.js';

const folder = `${import.meta.dirname}/../fixtures/guide`;

interface Tools {
  readonly invoices_count_unpaid: { readonly arguments: Record<string, never>; readonly result: number };
  readonly invoices_remind: { readonly arguments: Record<string, never>; readonly result: string };
}

interface Request {
  readonly headers: Readonly<Record<string, string | undefined>>;
  tenant?: string;
}

@Injectable()
class TenantGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { 'x-tenant': tenant } = request.headers;
    if (tenant === undefined) throw new UnauthorizedException();
    request.tenant = tenant;
    return true;
  }
}

/* The code of docs/guide/nestjs-reference.md. */

describe('the NestJS reference', () => {
  let toolsets: ReflectedToolsets<Tools>;
  let app: INestApplication | undefined;

  beforeAll(async () => {
    const { diagnostics } = await buildProject({
      tsconfig: `${folder}/tsconfig.json`,
      out: `${folder}/src/toolsets.gen.ts`,
      cache: false,
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const generated = '../fixtures/guide/src/toolsets.gen.js';
    ({ toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets<Tools> });
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  async function start(AppModule: Type): Promise<INestApplication> {
    const testing = await Test.createTestingModule({ imports: [AppModule] })
      .setLogger(SILENT_NEST)
      .compile();
    app = testing.createNestApplication();
    await app.listen(0, '127.0.0.1');
    return app;
  }

  it('imports, calls and continues', async () => {
    // #region module
    @Module({
      imports: [HaftModule.forRoot({ toolsets, limits: { timeoutMs: 10_000 } })],
      providers: [InvoicesService, InvoicesToolset, RolesGuard],
    })
    class AppModule {}
    // #endregion module

    // #region service
    @Injectable()
    class Assistant {
      private readonly waiting = new Map<string, PendingRun>();

      constructor(private readonly haft: HaftService<Tools, AppDeps>) {}

      /** One turn: the calls that a model asked for. */
      async answer(calls: { id: string; name: string; arguments: string }[], deps: AppDeps) {
        const run = this.haft.startRun({ deps });
        try {
          const outcomes = await run.callAll(calls);
          if (outcomes.some(({ status }) => status === 'deferred')) this.waiting.set(run.id, run.pending());
          return { runId: run.id, outcomes };
        } finally {
          await run.end();
        }
      }

      /** Approves the open request. */
      async approve(runId: string, deps: AppDeps) {
        const pending = this.waiting.get(runId);
        if (pending === undefined) throw new Error(`No run ${runId} waits.`);
        const decisions = Object.fromEntries(pending.requests.map(({ id }) => [id, decision.approve()]));
        const { run, outcomes } = await this.haft.resumeRun(pending, decisions, { deps });
        await run.end();
        return outcomes;
      }
    }
    // #endregion service

    @Module({ imports: [AppModule], providers: [Assistant] })
    class WithAssistant {}
    const assistant = (await start(WithAssistant)).get(Assistant);
    const clerk: AppDeps = { tenant: 'acme', roles: ['clerk'] };
    const guest: AppDeps = { tenant: 'acme', roles: [] };
    const calls = [
      { id: '1', name: 'invoices_count_unpaid', arguments: '{}' },
      { id: '2', name: 'invoices_remind', arguments: '{}' },
    ];
    expect((await assistant.answer(calls, guest)).outcomes).toMatchObject([
      { status: 'success', value: 3 },
      { status: 'denied' },
    ]);
    const { runId, outcomes } = await assistant.answer(calls, clerk);
    expect(outcomes).toMatchObject([{ status: 'success' }, { status: 'deferred' }]);
    expect(await assistant.approve(runId, clerk)).toMatchObject([
      { status: 'success' },
      { status: 'success', text: '3 reminders sent.' },
    ]);
  });

  it('mounts an endpoint', async () => {
    @Module({
      imports: [
        HaftModule.forRoot({ toolsets }),
        // #region mount
        HaftHttpModule.mount('tools', {
          decorators: [UseGuards(TenantGuard)],
          runOptions: (request: Request) => ({ deps: { tenant: request.tenant, roles: [] } }),
        }),
        // #endregion mount
      ],
      providers: [InvoicesService, InvoicesToolset, RolesGuard],
    })
    class AppModule {}
    const url = await (await start(AppModule)).getUrl();
    const headers = { 'content-type': 'application/json', 'x-tenant': 'acme' };
    const body = JSON.stringify({ name: 'invoices_count_unpaid', arguments: {} });
    const response = await fetch(`${url}/tools/call`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ outcome: { status: 'success', value: 3 } });
    expect((await fetch(`${url}/tools`)).status).toBe(401);
  });

  it('works next to other libraries', async () => {
    @Module({
      imports: [HaftModule.forRoot({ toolsets })],
      providers: [InvoicesService, InvoicesToolset, RolesGuard],
    })
    class AppModule {}
    const haft = (await start(AppModule)).get<HaftService<Tools, AppDeps>>(HaftService);
    const deps: AppDeps = { tenant: 'acme', roles: [] };

    // #region standard
    const schema = haft.runtime.tool('invoices_count_unpaid'); // schema['~standard']: Standard Schema, Standard JSON Schema
    const execute = async (args: object): Promise<string> => {
      const outcome = await haft.call({ name: 'invoices_count_unpaid', arguments: args }, { deps });
      return outcome.text; // a denial, a failure or a retry prompt too: it is for the model
    };
    // #endregion standard
    expect(schema['~standard'].jsonSchema.input({ target: 'draft-07' })).toMatchObject({ type: 'object' });
    expect(schema['~standard'].validate({ more: 1 })).toMatchObject({ issues: [{ path: ['more'] }] });
    expect(await execute({})).toBe('3');
    expect(await execute({ more: 1 })).toContain('Fix the errors and try again.');
  });

  it('is tested', async () => {
    @Module({
      imports: [HaftModule.forRoot({ toolsets })],
      providers: [InvoicesService, InvoicesToolset, RolesGuard],
    })
    class AppModule {}

    // #region testing
    const testing = await Test.createTestingModule({ imports: [AppModule] })
      .overrideProvider(InvoicesService)
      .useValue({ countUnpaid: () => 7 })
      .overrideGuard(RolesGuard)
      .useValue({ canActivate: () => true })
      .compile();
    const haft = testing.get<HaftService<Tools, AppDeps>>(HaftService);
    const outcome = await haft.call('invoices_count_unpaid', {}, { deps: { tenant: 'acme', roles: [] } });
    expect(outcome).toMatchObject({ status: 'success', value: 7 });
    // #endregion testing
    await testing.close();
  });
});
