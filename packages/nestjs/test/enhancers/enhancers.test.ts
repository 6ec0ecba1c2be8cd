import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  BadRequestException,
  Catch,
  ForbiddenException,
  HttpException,
  Inject,
  Injectable,
  NotFoundException,
  Scope,
  ServiceUnavailableException,
  ValidationPipe,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
  type PipeTransform,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, REQUEST } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { CallSuspended, mapError, ModelRetry } from '@haft/core';
import type { InterceptedCall, Interceptor, Next, RunContext, ToolOutcome } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { compose, decision, defineTool, dynamic, toolset, type RunEvent } from '@haft/runtime';
import { map, tap, type Observable } from 'rxjs';
import { HaftExecutionContext, HaftModule, HaftService, type HaftModuleOptions } from '../../src/index.js';
import { trace } from '../fixtures/shop/src/enhancers.js';
import { GuardedToolset, RefundDto } from '../fixtures/shop/src/guarded-toolset.js';
import { quietLogger, SILENT_NEST } from '../support/quiet-logger.js';
import { buildOnce } from '../support/build-once.js';

const CLERK = { deps: { roles: ['clerk'] } };

describe('enhancers', () => {
  let all: ReflectedToolsets;
  let app: TestingModule | undefined;

  beforeAll(async () => {
    all = await buildOnce('shop');
  });
  beforeEach(() => {
    trace.length = 0;
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  async function start(providers: readonly Provider[] = [], options: HaftModuleOptions = {}): Promise<HaftService> {
    app = await Test.createTestingModule({
      imports: [
        HaftModule.forRoot({
          toolsets: all.pick(GuardedToolset),
          ...options,
          observe: { logger: quietLogger(), ...options.observe },
        }),
      ],
      providers: [GuardedToolset, ...providers],
    })
      .setLogger(SILENT_NEST)
      .compile();
    await app.init();
    return app.get(HaftService);
  }

  /** Options with a tool that makes an inner call. */
  function withDelegate(): HaftModuleOptions {
    const delegate = defineTool({
      name: 'delegate',
      description: 'Calls another tool.',
      parameters: { type: 'object', properties: { call: { type: 'object' } }, required: ['call'] },
      execute: async ({ call }: { call: { name: string; arguments: object } }, run: RunContext) => {
        const id = `${run.callId}_1`;
        const outcome = run.calls.resumed?.outcomes[id] ?? (await run.calls.call({ ...call, id }));
        if (outcome.status === 'deferred') throw new CallSuspended({ state: null, waits: [outcome] });
        return `${outcome.status}: ${outcome.text}`;
      },
    });
    return { toolsets: [all.pick(GuardedToolset), toolset('delegates', [delegate])] };
  }

  const inner = (call: object) => ({ name: 'delegate', arguments: { call } });
  const refund = { name: 'desk_refund', arguments: { cents: 100, email: 'a@b.example' } };

  describe('guards', () => {
    it('run in a context of type haft, with the class and the method of the tool [TSP-16]', async () => {
      const haft = await start();
      expect(await haft.call(refund, CLERK)).toMatchObject({ status: 'success', text: '50 true' });
      expect(trace).toEqual(['haft GuardedToolset.refund']);
    });

    it('run before inner calls, and before a decided inner call [NEW-29]', async () => {
      const haft = await start([], withDelegate());
      expect(await haft.call(inner(refund))).toMatchObject({ text: 'denied: The tool call was denied.' });
      expect(await haft.call(inner(refund), CLERK)).toMatchObject({ text: 'success: 50 true' });

      const run = haft.startRun(CLERK);
      await run.call(inner({ name: 'desk_refund_all', arguments: { cents: 900 } }));
      const pending = JSON.parse(JSON.stringify(run.pending())) as ReturnType<typeof run.pending>;
      await run.end();
      const decisions = { [pending.requests[0]?.id ?? '']: decision.approve() };
      const { outcomes } = await haft.resumeRun(pending, decisions);
      expect(outcomes).toMatchObject([{ text: 'denied: The tool call was denied.' }]);
      expect(app?.get(GuardedToolset).log).toEqual(['refund']);
    });

    it('run before a resource is read and a prompt is written [NEW-38]', async () => {
      const haft = await start();
      await using anybody = haft.startRun();
      expect(await anybody.read('payments://2026')).toMatchObject({ status: 'denied' });
      expect(await anybody.prompt('desk_letter', { name: 'Ann' })).toMatchObject({ status: 'denied' });
      await using clerk = haft.startRun(CLERK);
      expect(await clerk.read('payments://2026')).toMatchObject({ value: [{ text: 'payments of 2026' }] });
      expect(await clerk.prompt('desk_letter', { name: 'Ann' })).toMatchObject({ status: 'success' });
      expect(app?.get(GuardedToolset).log).toEqual(['payments 2026']);
      expect((await clerk.definitions()).map(({ name }) => name)).not.toContain('desk_payments');
    });

    it('deny a call, and the method does not run', async () => {
      const haft = await start();
      expect(await haft.call(refund)).toMatchObject({ status: 'denied', text: 'The tool call was denied.' });
      expect(app?.get(GuardedToolset).log).toEqual([]);
    });

    it('come first: before the arguments, an approval and the cache', async () => {
      const haft = await start();
      expect(await haft.call({ name: 'desk_refund', arguments: { cents: 'many' } })).toMatchObject({
        status: 'denied',
      });
      expect(await haft.call({ name: 'desk_refund_all', arguments: { cents: 1 } })).toMatchObject({ status: 'denied' });
      const report = { name: 'desk_report', arguments: { year: 2026 } };
      expect(await haft.call(report, CLERK)).toMatchObject({ status: 'success' });
      expect(await haft.call(report, CLERK)).toMatchObject({ status: 'success', cached: true });
      expect(await haft.call(report)).toMatchObject({ status: 'denied' });
      expect(app?.get(GuardedToolset).log).toEqual(['report 2026']);
    });

    it('run again when an approved call continues', async () => {
      const haft = await start();
      const run = haft.startRun(CLERK);
      const waits = await run.call({ id: 'c1', name: 'desk_refund_all', arguments: { cents: 7 } });
      if (waits.status !== 'deferred') throw new Error(waits.status);
      const pending = run.pending();
      await run.end();
      const { outcomes } = await haft.resumeRun(pending, { [waits.request.id]: decision.approve() });
      expect(outcomes).toMatchObject([{ status: 'denied' }]);
      const again = await haft
        .resumeRun({ ...pending }, { [waits.request.id]: decision.approve() }, CLERK)
        .catch((error: unknown) => error);
      expect(again).toMatchObject({ code: 'HAFT_DECISION_USED' });
      expect(trace).toHaveLength(2);
    });

    it('see typed arguments, definition and run, or the original arguments if the tool rejects them', async () => {
      const seen: unknown[] = [];
      const guard: CanActivate = {
        canActivate(context) {
          const haft = HaftExecutionContext.create(context);
          seen.push([
            haft.getCall()?.definition.name,
            haft.getRun().runId,
            haft.getArguments(),
            context.getArgs().length,
          ]);
          return true;
        },
      };
      const haft = await start([{ provide: APP_GUARD, useValue: guard }]);
      await haft.call(
        { name: 'desk_refund', arguments: '{"refund":{"cents":"5","email":"a@b.example"}}' },
        { ...CLERK, id: 'r' },
      );
      await haft.call({ name: 'desk_refund', arguments: '{"cents":"x"}' }, { ...CLERK, id: 's' });
      const dto = Object.assign(new RefundDto(), { cents: 5, email: 'a@b.example' });
      expect(seen).toEqual([
        ['desk_refund', 'r', dto, 2],
        ['desk_refund', 's', '{"cents":"x"}', 2],
      ]);
    });

    it.each([
      [
        'a text of its own',
        () => new ForbiddenException('Only in office hours.'),
        'denied',
        'The tool call was denied: Only in office hours.',
      ],
      [
        'another 4xx',
        () => new HttpException('Too many calls; wait a minute.', 429),
        'failed',
        'Too many calls; wait a minute.',
      ],
      [
        'a mistake of its own',
        () => new TypeError('secret'),
        'failed',
        expect.stringMatching(/^The tool failed unexpectedly/),
      ],
    ])('may throw %s', async (_title, error, status, text) => {
      const guard: CanActivate = {
        canActivate: () => {
          throw error();
        },
      };
      const haft = await start([{ provide: APP_GUARD, useValue: guard }]);
      expect(await haft.call(refund, CLERK)).toMatchObject({ status, text });
      expect(app?.get(GuardedToolset).log).toEqual([]);
    });

    it('may be transient', async () => {
      const haft = await start();
      expect(await haft.call({ name: 'desk_once' })).toMatchObject({ status: 'success' });
      expect(trace).toContain('transient guard true object');
    });

    it('that are global and made for each request are made for each run', async () => {
      let made = 0;
      @Injectable({ scope: Scope.REQUEST })
      class TenantGuard implements CanActivate {
        private readonly number = (made += 1);
        constructor(@Inject(REQUEST) private readonly request: RunContext<{ tenant: string }>) {}

        canActivate(): boolean {
          trace.push(`${this.number} ${this.request.deps.tenant} ${this.request.callId}`);
          return this.request.deps.tenant === 'a';
        }
      }
      const haft = await start([{ provide: APP_GUARD, useClass: TenantGuard }]);
      const run = haft.startRun({ deps: { tenant: 'a' } });
      expect(await run.call({ name: 'desk_fail', arguments: { how: 'fine' } })).toMatchObject({ status: 'success' });
      expect(await run.call({ name: 'desk_fail', arguments: { how: 'fine' } })).toMatchObject({ status: 'success' });
      await run.end();
      expect(
        await haft.call({ name: 'desk_fail', arguments: { how: 'fine' } }, { deps: { tenant: 'b' } }),
      ).toMatchObject({
        status: 'denied',
      });
      expect(trace.filter((line) => !line.startsWith('haft'))).toEqual(['1 a ', '1 a ', '2 b ']);
    });

    it('keep runs at the same time apart', async () => {
      @Injectable({ scope: Scope.REQUEST })
      class EvenOnly implements CanActivate {
        constructor(@Inject(REQUEST) private readonly request: RunContext<{ number: number }>) {}

        async canActivate(context: ExecutionContext): Promise<boolean> {
          const { number } = this.request.deps;
          await new Promise((resolve) => setTimeout(resolve, number % 7));
          const call = HaftExecutionContext.create(context).getCall<{ how: string }, { number: number }>();
          return call?.run.deps.number === number && call.arguments.how === String(number) && number % 2 === 0;
        }
      }
      const haft = await start([{ provide: APP_GUARD, useClass: EvenOnly }]);
      const outcomes = await Promise.all(
        Array.from({ length: 300 }, (_, number) =>
          haft.call({ name: 'desk_fail', arguments: { how: String(number) } }, { deps: { number } }),
        ),
      );
      for (const [number, { status, text }] of outcomes.entries()) {
        expect([status, text]).toEqual(
          number % 2 === 0 ? ['success', String(number)] : ['denied', 'The tool call was denied.'],
        );
      }
    });

    it.each<[string, HaftModuleOptions, string]>([
      ['composed', { toolsets: [] }, 'crm_desk_refund'],
      ['prepared at every step', { prepare: (_run, definitions) => definitions }, 'desk_refund'],
    ])('stay with tools that are %s', async (_title, options, name) => {
      const composed =
        options.toolsets === undefined ? {} : { toolsets: compose(all.pick(GuardedToolset)).prefix('crm') };
      const haft = await start([], { ...options, ...composed });
      expect(await haft.call({ ...refund, name }, CLERK)).toMatchObject({ status: 'success' });
      expect(await haft.call({ ...refund, name })).toMatchObject({ status: 'denied' });
    });

    it('stay with tools that a run has of its own', async () => {
      const own = dynamic(() => compose(all.pick(GuardedToolset)), { of: [compose(all.pick(GuardedToolset))] });
      const haft = await start([], { toolsets: own });
      expect(await haft.call(refund, CLERK)).toMatchObject({ status: 'success' });
      expect(await haft.call(refund)).toMatchObject({ status: 'denied' });
    });

    it('are told apart from those of HTTP', () => {
      const http = { getType: () => 'http' } as ExecutionContext;
      expect(HaftExecutionContext.is(http)).toBe(false);
      expect(() => HaftExecutionContext.create(http)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }));
    });

    it('do not hide that something cannot be made for a run', async () => {
      @Injectable({ scope: Scope.REQUEST })
      class Broken implements CanActivate {
        constructor() {
          throw new Error('no settings');
        }
        canActivate(): boolean {
          return true;
        }
      }
      const haft = await start([{ provide: APP_GUARD, useClass: Broken }]);
      await expect(haft.call(refund, CLERK)).rejects.toMatchObject({
        code: 'HAFT_PROVIDER_FAILED',
        message: expect.stringContaining('no settings'),
      });
    });

    it('may be added to an application before it starts', async () => {
      const testing = await Test.createTestingModule({
        imports: [HaftModule.forRoot({ toolsets: all.pick(GuardedToolset), observe: { logger: quietLogger() } })],
        providers: [GuardedToolset],
      }).compile();
      const nest = testing.createNestApplication({ logger: false });
      nest.useGlobalGuards({ canActivate: () => false });
      await nest.init();
      expect(await nest.get(HaftService).call(refund, CLERK)).toMatchObject({ status: 'denied' });
      await nest.close();
    });

    it('run inside the interceptors of the runtime, which Nest may create', async () => {
      @Injectable()
      class Audit implements Interceptor {
        readonly around = 'call';
        constructor(@Inject('name') private readonly name: string) {}
        async intercept(call: InterceptedCall, next: Next): Promise<ToolOutcome> {
          const outcome = await next();
          trace.push(`${this.name}: ${call.definition.name} ${outcome.status}`);
          return outcome;
        }
      }
      const haft = await start([Audit, { provide: 'name', useValue: 'audit' }], { interceptors: [Audit] });
      await haft.call(refund);
      expect(trace).toEqual(['haft GuardedToolset.refund', 'audit: desk_refund denied']);
    });

    it('that are global are also around tools that are not methods', async () => {
      const guard: CanActivate = {
        canActivate: (context) => HaftExecutionContext.create(context).getRun().userId === 'ada',
      };
      const now = defineTool({
        name: 'now',
        description: 'Tells the time.',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        execute: () => 'noon',
      });
      const haft = await start([{ provide: APP_GUARD, useValue: guard }], {
        toolsets: [all.pick(GuardedToolset), toolset('clock', [now])],
      });
      expect(await haft.call({ name: 'now' })).toMatchObject({ status: 'denied' });
      expect(await haft.call({ name: 'now' }, { userId: 'ada' })).toMatchObject({ status: 'success', text: 'noon' });
    });
  });

  describe('interceptors and pipes', () => {
    it('on a method are around it, inside guards, and pipes get each parameter with its type [TSP-16]', async () => {
      const haft = await start();
      const outcome = await haft.call({ name: 'desk_shout', arguments: { words: 'hi', times: 2 } });
      expect(outcome).toMatchObject({ status: 'success', value: '<HI><HI> (DESK_SHOUT)!' });
      expect(trace).toEqual([
        'haft GuardedToolset.shout',
        'before shout',
        'pipe body words String',
        'pipe custom - RunContext',
        'pipe body times Number',
      ]);
    });

    it('run around inner calls [NEW-29]', async () => {
      const haft = await start([], withDelegate());
      const outcome = await haft.call(inner({ name: 'desk_shout', arguments: { words: 'hi' } }));
      expect(outcome).toMatchObject({ status: 'success', text: 'success: <HI> (DESK_SHOUT)!' });
      expect(trace).toEqual([
        'haft GuardedToolset.shout',
        'before shout',
        'pipe body words String',
        'pipe custom - RunContext',
        'pipe body times Number',
      ]);
    });

    it('that are global run around the outer call and the inner call [NEW-29]', async () => {
      const seen: unknown[] = [];
      const interceptor: NestInterceptor = {
        intercept: (context, next) => {
          const name = HaftExecutionContext.create(context).getCall()?.definition.name ?? '';
          seen.push(`before ${name}`);
          return next.handle().pipe(tap(() => seen.push(`after ${name}`)));
        },
      };
      const haft = await start([{ provide: APP_INTERCEPTOR, useValue: interceptor }], withDelegate());
      await haft.call(inner({ name: 'desk_fail', arguments: { how: 'fine' } }));
      expect(seen).toEqual(['before delegate', 'before desk_fail', 'after desk_fail', 'after delegate']);
    });

    it('that are global change results and arguments', async () => {
      @Injectable()
      class Wrap implements NestInterceptor {
        intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
          const run = HaftExecutionContext.create(context).getRun();
          return next.handle().pipe(map((data: unknown) => ({ data, call: run.callId })));
        }
      }
      const haft = await start([{ provide: APP_INTERCEPTOR, useClass: Wrap }], { results: { check: false } });
      expect(await haft.call({ id: 'c9', name: 'desk_fail', arguments: { how: 'fine' } })).toMatchObject({
        status: 'success',
        value: { data: 'fine', call: 'c9' },
      });
    });

    it('see errors of the method', async () => {
      const seen: unknown[] = [];
      const interceptor: NestInterceptor = {
        intercept: (_context, next) => next.handle().pipe(tap({ error: (error: Error) => seen.push(error.message) })),
      };
      const haft = await start([{ provide: APP_INTERCEPTOR, useValue: interceptor }]);
      expect(await haft.call({ name: 'desk_fail', arguments: { how: 'retry' } })).toMatchObject({ status: 'retry' });
      expect(seen).toEqual(['Another way.']);
    });

    it('let a ValidationPipe check the DTOs of an application as they are [TSP-16]', async () => {
      const pipe = new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true });
      const haft = await start([{ provide: APP_PIPE, useValue: pipe }]);
      expect(await haft.call(refund, CLERK)).toMatchObject({ status: 'success', text: '50 true' });
    });

    it.each([
      ['whitelist', { whitelist: true }],
      ['forbidNonWhitelisted', { whitelist: true, forbidNonWhitelisted: true }],
      ['excludeExtraneousValues', { transformOptions: { excludeExtraneousValues: true } }],
      ['excludeAll', { transformOptions: { strategy: 'excludeAll' as const } }],
      ['excludePrefixes', { transformOptions: { excludePrefixes: ['n'] } }],
    ])('keep a property without rules behind a ValidationPipe with %s', async (_title, options) => {
      const pipe = new ValidationPipe({ transform: true, ...options });
      const haft = await start([{ provide: APP_PIPE, useValue: pipe }]);
      const noted = { name: 'desk_refund', arguments: { ...refund.arguments, note: ' noted' } };
      expect(await haft.call(noted, CLERK)).toMatchObject({ status: 'success', text: '50 true noted' });
    });

    it('ask the model again with the problems of a pipe', async () => {
      const pipe = new ValidationPipe({ groups: ['strict'], expectedType: class Never {}, forbidUnknownValues: true });
      const haft = await start([{ provide: APP_PIPE, useValue: pipe }]);
      const outcome = await haft.call(refund, CLERK);
      expect(outcome).toMatchObject({ status: 'retry', issues: [{ rule: 'pipe' }] });
      expect(outcome.text).toMatch(/^Tool call validation failed for tool 'desk_refund':\n- /);
    });

    it('keep the progress of a generator', async () => {
      const events: RunEvent[] = [];
      const haft = await start();
      const outcome = await haft.call(
        { name: 'desk_count', arguments: { to: 3 } },
        { onEvent: (event) => events.push(event) },
      );
      expect(outcome).toMatchObject({ status: 'success', text: '3 steps' });
      expect(events.flatMap((event) => (event.type === 'progress' ? [event.progress] : []))).toEqual([1, 2, 3]);
    });
  });

  it('end a generator whose call is stopped', async () => {
    const haft = await start();
    const controller = new AbortController();
    const seen: unknown[] = [];
    const outcome = await haft.call(
      { name: 'desk_count', arguments: { to: 1_000_000 } },
      {
        signal: controller.signal,
        onEvent: (event) => {
          if (event.type !== 'progress') return;
          seen.push(event.progress);
          if (seen.length === 3) controller.abort();
        },
      },
    );
    expect(outcome).toMatchObject({ status: 'interrupted' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen).toEqual([1, 2, 3]);
  });

  describe('exceptions', () => {
    it('with long texts are cut', async () => {
      const guard: CanActivate = {
        canActivate: () => {
          throw new ForbiddenException('no'.repeat(5_000));
        },
      };
      const haft = await start([{ provide: APP_GUARD, useValue: guard }]);
      expect((await haft.call(refund, CLERK)).text.length).toBeLessThanOrEqual(2_000);
    });

    it('from a pipe that groups them point at properties', async () => {
      const pipe: PipeTransform = {
        transform: () => {
          const message = { 'items.0.count': ['count must be positive'], email: Array(20).fill('x'.repeat(500)) };
          throw new BadRequestException({ message, error: 'Bad Request', statusCode: 400 });
        },
      };
      const haft = await start([{ provide: APP_PIPE, useValue: pipe }]);
      const outcome = await haft.call(refund, CLERK);
      expect(outcome).toMatchObject({
        status: 'retry',
        issues: expect.arrayContaining([expect.objectContaining({ path: ['items', 0, 'count'] })]),
      });
      expect(outcome.text).toContain('(and 11 more)');
      expect(outcome.text.length).toBeLessThanOrEqual(2_000);
    });

    it.each([
      ['not-found', 'failed', 'There is no such order.'],
      ['conflict', 'failed', 'The order was paid back already.'],
      ['forbidden', 'denied', 'The tool call was denied: The order is of another tenant.'],
      [
        'bad',
        'retry',
        "Tool call validation failed for tool 'desk_fail':\n- cents must not be odd\n\nFix the errors and try again.",
      ],
      [
        'unprocessable',
        'retry',
        "Tool call validation failed for tool 'desk_fail':\n- how is strange\n- something else\n\nFix the errors and try again.",
      ],
      ['retry', 'retry', 'Another way.\n\nFix the errors and try again.'],
      ['failed', 'failed', 'In Haft’s own words.'],
      ['unavailable', 'failed', expect.stringMatching(/^The tool failed unexpectedly \(error id \S+\)/)],
      ['teapot', 'failed', expect.stringMatching(/^The tool failed unexpectedly \(error id \S+\)/)],
    ])('%s becomes %s', async (how, status, text) => {
      const haft = await start();
      expect(await haft.call({ name: 'desk_fail', arguments: { how } })).toMatchObject({ status, text });
    });

    it('an approval that a tool asks for is one', async () => {
      const haft = await start([{ provide: APP_FILTER, useClass: AnswerAll }]);
      expect(await haft.call({ name: 'desk_fail', arguments: { how: 'approval' } })).toMatchObject({
        status: 'deferred',
      });
    });

    @Catch(NotFoundException)
    class AnswerNotFound implements ExceptionFilter {
      catch(error: NotFoundException, host: ArgumentsHost): unknown {
        return `nothing (${HaftExecutionContext.create(host).getCall()?.definition.name ?? ''}): ${error.message}`;
      }
    }
    @Catch()
    class AnswerAll implements ExceptionFilter {
      catch(): unknown {
        return 'caught';
      }
    }
    @Catch()
    class OnlyHttp implements ExceptionFilter {
      catch(_error: unknown, host: ArgumentsHost): void {
        const response = host.switchToHttp().getResponse<{ status(code: number): { json(body: object): void } }>();
        response.status(500).json({});
      }
    }

    it('meet the filters of the inner tool as inner calls [NEW-29]', async () => {
      const haft = await start([{ provide: APP_FILTER, useClass: AnswerNotFound }], withDelegate());
      const call = async (how: string) => haft.call(inner({ name: 'desk_fail', arguments: { how } }));
      expect((await call('not-found')).text).toBe('success: nothing (desk_fail): There is no such order.');
      expect((await call('conflict')).text).toBe('failed: The order was paid back already.');
      expect((await call('forbidden')).text).toBe('denied: The tool call was denied: The order is of another tenant.');
    });

    it('a filter may answer in place of the tool [TSP-16]', async () => {
      const haft = await start([{ provide: APP_FILTER, useClass: AnswerNotFound }]);
      expect(await haft.call({ name: 'desk_fail', arguments: { how: 'not-found' } })).toMatchObject({
        status: 'success',
        text: 'nothing (desk_fail): There is no such order.',
      });
      expect(await haft.call({ name: 'desk_fail', arguments: { how: 'conflict' } })).toMatchObject({
        status: 'failed',
      });
    });

    it('`mapErrors` comes before the default for HTTP exceptions, and gets 5xx as well [ERR-11]', async () => {
      const mapErrors = [
        mapError(NotFoundException, (error) => new ModelRetry(`${error.message} Call desk_list.`)),
        mapError(ServiceUnavailableException, 'The shop is closed.'),
      ];
      const haft = await start([], { errors: { map: mapErrors } });
      const outcomes = [];
      for (const how of ['not-found', 'unavailable', 'conflict']) {
        outcomes.push(await haft.call({ name: 'desk_fail', arguments: { how } }));
      }
      expect(outcomes).toMatchObject([
        { status: 'retry', text: expect.stringMatching(/^There is no such order. Call desk_list./) },
        { status: 'failed', text: 'The shop is closed.' },
        { status: 'failed', text: 'The order was paid back already.' },
      ]);
    });

    it('a filter may say in its own words that a call is denied', async () => {
      const haft = await start([{ provide: APP_FILTER, useClass: AnswerAll }]);
      expect(await haft.call(refund)).toMatchObject({ status: 'denied', text: 'caught' });
    });

    it('a filter that only knows HTTP changes nothing', async () => {
      const haft = await start([{ provide: APP_FILTER, useClass: OnlyHttp }]);
      expect(await haft.call({ name: 'desk_fail', arguments: { how: 'not-found' } })).toMatchObject({
        status: 'failed',
        text: 'There is no such order.',
      });
    });
  });

  describe('globalEnhancers', () => {
    const deny: CanActivate = { canActivate: () => false };

    it('false leaves the global ones out, and keeps those of class and method [TSP-16]', async () => {
      const haft = await start([{ provide: APP_GUARD, useValue: deny }], { globalEnhancers: false });
      expect(await haft.call(refund, CLERK)).toMatchObject({ status: 'success' });
      expect(await haft.call(refund)).toMatchObject({ status: 'denied' });
    });

    it('in forFeature applies to the tools of that feature [TSP-16]', async () => {
      const now = defineTool({
        name: 'now',
        description: 'Tells the time.',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        execute: () => 'noon',
      });
      app = await Test.createTestingModule({
        imports: [
          HaftModule.forRoot({ toolsets: all.pick(GuardedToolset), observe: { logger: quietLogger() } }),
          HaftModule.forFeature(toolset('clock', [now]), { globalEnhancers: false }),
        ],
        providers: [GuardedToolset, { provide: APP_GUARD, useValue: deny }],
      }).compile();
      const haft = app.get(HaftService);
      expect(await haft.call({ name: 'now' })).toMatchObject({ status: 'success' });
      expect(await haft.call(refund, CLERK)).toMatchObject({ status: 'denied' });
    });

    it('chooses by kind', async () => {
      const shout: NestInterceptor = { intercept: (_context, next) => next.handle().pipe(map(() => 'loud')) };
      const haft = await start(
        [
          { provide: APP_GUARD, useValue: deny },
          { provide: APP_INTERCEPTOR, useValue: shout },
        ],
        { globalEnhancers: { guards: false } },
      );
      expect(await haft.call(refund, CLERK)).toMatchObject({ status: 'success', text: 'loud' });
    });
  });
});
