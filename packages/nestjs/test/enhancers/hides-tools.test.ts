import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ForbiddenException,
  Inject,
  Injectable,
  Scope,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type Provider,
} from '@nestjs/common';
import { APP_GUARD, Reflector, REQUEST } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import type { RunContext } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { decision, type RunEvent } from '@haft/runtime';
import { HaftExecutionContext, HaftModule, HaftService, HidesTools } from '../../src/index.js';
import { OwnInterceptor, OwnPipe, RoleGuard, TransientGuard } from '../fixtures/shop/src/enhancers.js';
import { OfficeToolset } from '../fixtures/shop/src/desk-toolset.js';
import { GuardedToolset } from '../fixtures/shop/src/guarded-toolset.js';
import { quietLogger } from '../support/quiet-logger.js';
import { buildOnce } from '../support/build-once.js';

type Deps = { readonly roles: readonly string[] } | undefined;

const CLERK = { deps: { roles: ['clerk'] } };
const GUEST = { deps: { roles: [] } };
const FOR_CLERKS = ['desk_refund', 'desk_refund_all', 'desk_report'];
/** A resource and a prompt. */
const OFFERS_FOR_CLERKS = ['desk_payments', 'desk_letter'];
const FOR_ALL = ['desk_fail', 'desk_shout', 'desk_once', 'desk_count'];

/** The questions to guards: `list` or `call`, and the handler. */
const asked: string[] = [];
let answer: (run: RunContext<Deps>, role: string) => unknown;

/** Reads the role that a tool needs from its metadata, and the roles of the user from the run. */
@HidesTools()
@Injectable()
class HidingGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const haft = HaftExecutionContext.create(context);
    asked.push(`${haft.getCall() === undefined ? 'list' : 'call'} ${context.getHandler().name}`);
    const role = this.reflector.get<string | undefined>('role', context.getHandler());
    return role === undefined || (answer(haft.getRun<Deps>(), role) as boolean);
  }
}

@Injectable({ scope: Scope.REQUEST })
class HidingOfRun extends HidingGuard {
  constructor(
    @Inject(Reflector) reflector: Reflector,
    @Inject(REQUEST) private readonly run: RunContext<Deps>,
  ) {
    super(reflector);
  }

  override canActivate(context: ExecutionContext): boolean {
    const isOwn = HaftExecutionContext.create(context).getRun().runId === this.run.runId;
    return isOwn && super.canActivate(context);
  }
}

// Each test file has its own copy of the fixture.
UseGuards(HidingGuard)(OfficeToolset);
SetMetadata('role', 'clerk')(OfficeToolset.prototype, 'sign', descriptorOf(OfficeToolset.prototype, 'sign'));

// #region guard
@HidesTools()
@Injectable()
class StaffGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { userId } = HaftExecutionContext.create(context).getRun();
    return userId?.endsWith('@shop.example') === true;
  }
}
// #endregion guard

describe('a guard with @HidesTools', () => {
  let all: ReflectedToolsets;
  let app: TestingModule | undefined;
  const events: RunEvent[] = [];

  beforeAll(async () => {
    all = await buildOnce('shop');
  });
  beforeEach(() => {
    asked.length = 0;
    events.length = 0;
    answer = (run, role) => run.deps?.roles.includes(role) === true;
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  async function start(providers: readonly Provider[], override?: CanActivate): Promise<HaftService> {
    const onEvent = (event: RunEvent): void => void events.push(event);
    const testing = Test.createTestingModule({
      imports: [
        HaftModule.forRoot({
          toolsets: all.pick(GuardedToolset),
          observe: { logger: quietLogger(), onEvent },
          limits: { timeoutMs: 200 },
        }),
      ],
      providers: [GuardedToolset, RoleGuard, TransientGuard, OwnInterceptor, OwnPipe, HidingGuard, ...providers],
    });
    // The guard of the fixture denies calls. These tests are about the other one.
    testing.overrideGuard(RoleGuard).useValue({ canActivate: () => true });
    if (override !== undefined) testing.overrideProvider(HidingGuard).useValue(override);
    app = await testing.compile();
    return app.get(HaftService);
  }

  const names = async (haft: HaftService, options: object): Promise<readonly string[]> =>
    (await haft.definitions(options as never)).map(({ name }) => name);

  it.each<[string, Provider]>([
    ['a class', { provide: APP_GUARD, useClass: HidingGuard }],
    ['a derived class of the run', { provide: APP_GUARD, useClass: HidingOfRun }],
    ['an existing provider', { provide: APP_GUARD, useExisting: HidingGuard }],
    ['an instance', { provide: APP_GUARD, useFactory: () => new HidingGuard(new Reflector()) }],
  ])('hides the tools that it refuses, as %s of the application [NEW-34]', async (_form, provider) => {
    const haft = await start([provider]);
    expect(await names(haft, GUEST)).toEqual(FOR_ALL);
    expect(asked).toEqual(expect.arrayContaining(['list refund', 'list fail']));
    expect(await names(haft, CLERK)).toEqual([...FOR_CLERKS, ...FOR_ALL]);
  });

  it('answers a call of a hidden tool as one of an unknown name [NEW-34]', async () => {
    const haft = await start([{ provide: APP_GUARD, useClass: HidingGuard }]);
    const call = (name: string) => haft.call({ id: 'c', name, arguments: { year: 2020 } }, GUEST);
    const hidden = await call('desk_report');
    const unknown = await call('desk_rapports');
    expect(hidden).toMatchObject({ status: 'retry', unknownTool: true });
    expect(hidden.text).toBe(unknown.text.replaceAll('desk_rapports', 'desk_report'));
    expect(asked).not.toContain('call report');
    expect(await haft.call({ name: 'desk_report', arguments: { year: 2020 } }, CLERK)).toMatchObject({
      status: 'success',
    });
    expect(asked).toContain('list report');
    expect(asked.at(-1)).toBe('call report');
  });

  it('denies a call that it refuses for its arguments only [NEW-34]', async () => {
    @HidesTools()
    class RecentOnly implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        const call = HaftExecutionContext.create(context).getCall<{ year?: number }>();
        return call === undefined || (call.arguments.year ?? 2026) > 2000;
      }
    }
    const haft = await start([{ provide: APP_GUARD, useClass: RecentOnly }]);
    expect(await names(haft, GUEST)).toContain('desk_report');
    expect(await haft.call({ name: 'desk_report', arguments: { year: 1999 } }, GUEST)).toMatchObject({
      status: 'denied',
    });
  });

  it('takes effect at the next call after a change, and after an approval [NEW-34]', async () => {
    const haft = await start([{ provide: APP_GUARD, useClass: HidingGuard }]);
    const roles = ['clerk'];
    const run = haft.startRun({ deps: { roles } });
    await run.definitions();
    const waits = await run.call({ id: 'c1', name: 'desk_refund_all', arguments: { cents: 7 } });
    if (waits.status !== 'deferred') throw new Error(waits.status);
    roles.length = 0;
    expect(await run.call({ name: 'desk_report', arguments: { year: 2020 } })).toMatchObject({ unknownTool: true });
    const [outcome] = await run.resume({ [waits.request.id]: decision.approve() });
    expect(outcome).toMatchObject({
      status: 'denied',
      text: "'desk_refund_all' is not allowed for its user any longer. Nothing was done.",
    });
    expect(app?.get(GuardedToolset).log).toEqual([]);
    await run.end();
  });

  it.each<[string, () => unknown, boolean]>([
    [
      'throws an exception of HTTP',
      () => {
        throw new ForbiddenException();
      },
      false,
    ],
    [
      'fails',
      () => {
        throw new TypeError('No database.');
      },
      true,
    ],
    ['never answers', () => new Promise(() => undefined), true],
  ])('hides the tool if it %s, and tells the developer of a failure [NEW-34]', async (_case, answering, told) => {
    const haft = await start([{ provide: APP_GUARD, useClass: HidingGuard }]);
    answer = answering;
    expect(await names(haft, CLERK)).toEqual(FOR_ALL);
    const failures = events.filter(({ type }) => type === 'permission');
    expect(failures.map(({ tool }) => tool).sort()).toEqual(told ? [...FOR_CLERKS, ...OFFERS_FOR_CLERKS].sort() : []);
  });

  it('still hides if a test replaces it [NEW-34]', async () => {
    const refuse = { canActivate: (context: ExecutionContext) => context.getHandler().name !== 'fail' };
    const haft = await start([{ provide: APP_GUARD, useExisting: HidingGuard }], refuse);
    expect(await names(haft, CLERK)).not.toContain('desk_fail');
  });

  it('hides tools of one class with @UseGuards [NEW-34]', async () => {
    app = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets: all.pick(OfficeToolset), observe: { logger: quietLogger() } })],
      providers: [OfficeToolset],
    }).compile();
    const haft = app.get(HaftService);
    const clerks = await names(haft, CLERK);
    expect(clerks).toContain('office_sign');
    expect(await names(haft, GUEST)).toEqual(clerks.filter((name) => name !== 'office_sign'));
  });

  it('reads the user of the run, as the guide shows [NEW-34]', async () => {
    const haft = await start([{ provide: APP_GUARD, useClass: StaffGuard }]);
    expect(await names(haft, { userId: 'eve@else.example' })).toEqual([]);
    expect(await names(haft, { userId: 'ada@shop.example' })).toHaveLength(FOR_CLERKS.length + FOR_ALL.length);
  });

  it('leaves the tools of a runtime without it the same for all runs', async () => {
    const haft = await start([]);
    expect(await haft.definitions(GUEST)).toBe(await haft.definitions(CLERK));
    expect(asked).toEqual([]);
  });
});

function descriptorOf(prototype: object, method: string): PropertyDescriptor {
  return Object.getOwnPropertyDescriptor(prototype, method) as PropertyDescriptor;
}
