import 'reflect-metadata';
import { afterEach, describe, expect, it } from '@jest/globals';
import { UnauthorizedException, type CanActivate, type ExecutionContext, type INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { MemoryCallLedger } from '@haft/durable';
import { HaftPendingModule } from '@haft/durable/nestjs';
import { openBank, World } from '../calls/bank.js';
import { keyAt } from '../support/row-at.js';

interface Authenticated {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: { readonly id: string; readonly tenantId: string };
}

/** Sets the user of a request, as guards of applications do. */
class AuthGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Authenticated>();
    const id = request.headers['x-user'];
    if (id === undefined) throw new UnauthorizedException();
    request.user = { id, tenantId: 'acme' };
    return true;
  }
}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('HaftPendingModule under %s [NEW-27]', (_platform, adapter) => {
  let app: INestApplication | undefined;
  let url = '';
  let ledger = new MemoryCallLedger();

  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  async function open() {
    const world = new World();
    ledger = new MemoryCallLedger();
    const runtime = openBank(ledger, world);
    for (const tenantId of ['acme', 'other']) {
      const run = runtime.startRun({ id: tenantId, tenantId });
      await run.call({ id: 'c1', name: 'pay', arguments: { cents: 5 } });
    }
    const pending = HaftPendingModule.forRootAsync<Authenticated>({
      useFactory: () => ({
        runtime,
        authorize: (_request, _action, _call, { user }) =>
          user === undefined || user.id === 'eve'
            ? { allow: false }
            : { allow: true, scope: { tenantId: user.tenantId }, decidedBy: user.id },
      }),
      guards: [AuthGuard],
      path: 'admin',
    });
    const module = await Test.createTestingModule({ imports: [pending] }).compile();
    app = module.createNestApplication(adapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
    url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    return { runtime, world };
  }

  async function ask(path: string, { user, body }: { readonly user?: string; readonly body?: object } = {}) {
    const response = await fetch(`${url}/admin/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(user === undefined ? {} : { 'x-user': user }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const APPROVE = { decision: { kind: 'approve' } };

  it('lists and shows the calls that `authorize` allows, behind the guards', async () => {
    await open();
    expect((await ask('pending')).status).toBe(401);
    expect((await ask('pending', { user: 'eve' })).status).toBe(403);
    expect(await ask('pending', { user: 'ann' })).toMatchObject({
      status: 200,
      body: { calls: [{ key: keyAt(ledger, 'acme/c1'), tenantId: 'acme', arguments: { cents: 5 } }] },
    });
    expect(await ask(`pending/${keyAt(ledger, 'acme/c1')}`, { user: 'ann' })).toMatchObject({
      body: { call: { key: keyAt(ledger, 'acme/c1') } },
    });
    expect((await ask(`pending/${encodeURIComponent(keyAt(ledger, 'other/c1'))}`, { user: 'ann' })).status).toBe(404);
  });

  it('executes an approved call once, of two approvers at the same time', async () => {
    const { world } = await open();
    const decide = (user: string) => ask(`pending/${keyAt(ledger, 'acme/c1')}/decision`, { user, body: APPROVE });
    const answers = await Promise.all([decide('ann'), decide('bob')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(world.payments).toHaveLength(1);
  });

  it('answers wrong decisions with a problem, and executes nothing', async () => {
    const { world } = await open();
    const wrong = [{}, { decision: 'approve' }, { decision: { kind: 'pay' } }, { ...APPROVE, extra: 1 }];
    for (const body of wrong)
      expect(
        (await ask(`pending/${keyAt(ledger, 'acme/c1')}/decision`, { user: 'ann', body })).status,
      ).toBeGreaterThanOrEqual(400);
    const headers = { 'x-user': 'ann', 'content-type': 'application/json' };
    const empty = await fetch(`${url}/admin/pending/${keyAt(ledger, 'acme/c1')}/decision`, { method: 'POST', headers });
    expect(empty.status).toBe(400);
    expect((await ask(`pending/${keyAt(ledger, 'acme/c1')}/decision`, { user: 'eve', body: APPROVE })).status).toBe(
      403,
    );
    expect(world.payments).toEqual([]);
  });
});

it('does not start without a function `authorize`', async () => {
  const runtime = openBank(new MemoryCallLedger(), new World());
  const imports = [HaftPendingModule.forRootAsync({ useFactory: () => ({ runtime }) as never })];
  await expect(Test.createTestingModule({ imports }).compile()).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
});
