import { beforeAll, describe, expect, it } from '@jest/globals';
import { RunContext, Tool, Toolset } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import {
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Scope,
  type CanActivate,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { fromNest, HaftHttpModule, HaftModule, HaftService } from '../../src/index.js';
import { OrderService } from '../fixtures/shop/src/order-service.js';
import { OrderToolset, SHOP_SETTINGS } from '../fixtures/shop/src/order-toolset.js';
import { GuardedToolset } from '../fixtures/shop/src/guarded-toolset.js';
import { buildOnce } from '../support/build-once.js';
import { quietLogger, SILENT_NEST } from '../support/quiet-logger.js';
import { reflect } from '../../../runtime/test/support/reflect.js';
import { textOfMistake } from '../../../core/test/support/text-of-mistake.js';

/*
 * Mistakes of people who are new to the module, as JavaScript users can make them, with the whole
 * message. None is silent, none blames the model, and each says what to do.
 */

const any = (value: unknown): never => value as never;
const desk = toolset('desk', [
  defineTool({ name: 'work', description: 'Works.', parameters: { type: 'object' }, execute: () => 'done' }),
]);
const SETTINGS: Provider = { provide: SHOP_SETTINGS, useValue: { currency: 'EUR' } };

@Injectable()
@Toolset()
class Forgotten {
  @Tool()
  forget(): string {
    return '';
  }
}

let shop: ReflectedToolsets;
let guarded: ReflectedToolsets;
beforeAll(async () => {
  const all = await buildOnce('shop');
  [shop, guarded] = [all.pick(OrderToolset), all.pick(GuardedToolset)];
});

@Injectable({ scope: Scope.REQUEST })
class WantsRun {
  constructor(@Inject(RunContext) readonly run: RunContext) {}
}

@Injectable({ scope: Scope.REQUEST })
class Broken implements CanActivate {
  constructor() {
    throw new Error('There are no settings.');
  }

  canActivate(): boolean {
    return true;
  }
}

@Controller('orders')
@Toolset()
class OrderController {
  @Get()
  @Tool()
  list(): string {
    return '';
  }
}

/** Starts an application. */
function startApp(imports: readonly unknown[], providers: readonly Provider[] = [], controllers: readonly Type[] = []) {
  class AppModule {}
  const root = {
    module: AppModule,
    imports: imports as never[],
    providers: [...providers],
    controllers: [...controllers],
  };
  return NestFactory.createApplicationContext(root, { logger: SILENT_NEST, abortOnError: false });
}

/** Starts an application, and returns its service. */
async function start(...parts: Parameters<typeof startApp>): Promise<HaftService> {
  return (await startApp(...parts)).get(HaftService);
}
const forRoot = (options: unknown): unknown => HaftModule.forRoot(any(options));
const root = (more: object = {}): unknown => forRoot({ toolsets: desk, observe: { logger: quietLogger() }, ...more });

@Module({ providers: [OrderService, SETTINGS, OrderToolset] })
class OrderModule {}
@Module({ providers: [OrderService, SETTINGS, OrderToolset] })
class SecondModule {}

type Mistake = readonly [what: string, make: () => unknown];
const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  HaftModule: [
    ['without forRoot', () => start([HaftModule])],
    ['forRoot without options', () => start([forRoot(undefined)])],
    ['forRoot of the generated module', () => start([forRoot(shop)], [OrderService, SETTINGS, OrderToolset])],
    ['forRoot of a class', () => start([forRoot({ toolsets: OrderToolset })])],
    ['forRoot of toolsets that the generated module does not export', () => start([forRoot({ toolsets: undefined })])],
    ['forRoot of a whole module', () => start([forRoot({ toolsets: { toolsets: shop } })])],
    ['forRoot with a runtime as toolsets', () => start([forRoot({ toolsets: createRuntime({ toolsets: desk }) })])],
    ['forRoot twice', () => start([root(), root()])],
    [
      'forRootAsync whose factory returns nothing',
      () => start([HaftModule.forRootAsync({ useFactory: () => any(undefined) })]),
    ],
    ['forRoot with a list of globalEnhancers', () => start([root({ globalEnhancers: ['guards'] })])],
    ['forRoot with retries as a text', () => start([root({ limits: { retries: '2' } })])],
    ['forFeature of undefined', () => start([root(), HaftModule.forFeature(any(undefined))])],
    ['forFeature of a class', () => start([root(), HaftModule.forFeature(any(OrderToolset))])],
    ['forFeature with true as options', () => HaftModule.forFeature(desk, any(true))],
    ['a toolset that no module provides', () => start([forRoot({ toolsets: shop })])],
    ['a toolset that two modules provide', () => start([forRoot({ toolsets: shop }), OrderModule, SecondModule])],
    ['a toolset that the generated module lacks', () => start([root()], [Forgotten])],
    ['a toolset that forRoot and forFeature have', () => start([root(), HaftModule.forFeature(desk)])],
  ],
  'Guards, scopes and controllers': [
    [
      'guards on a toolset that a factory provides',
      () =>
        start([forRoot({ toolsets: guarded })], [{ provide: GuardedToolset, useFactory: () => new GuardedToolset() }]),
    ],
    ['RunContext outside a run', async () => (await startApp([root()], [WantsRun])).resolve(WantsRun)],
    [
      'a guard that cannot be created for a run',
      async () =>
        (await start([root()], [{ provide: APP_GUARD, useClass: Broken }])).call({ name: 'work', arguments: {} }),
    ],
    [
      'a factory of a guard that throws for a run',
      async () => {
        const useFactory = () => new Broken();
        const factory = { provide: APP_GUARD, scope: Scope.REQUEST, useFactory };
        return (await start([root()], [factory])).call({ name: 'work', arguments: {} });
      },
    ],
    [
      'a controller, and no request in forRoot',
      () => start([forRoot({ toolsets: reflect(OrderController, { list: {} }) })], [], [OrderController]),
    ],
    [
      'a controller, and no request in a run',
      async () => {
        const options = { toolsets: reflect(OrderController, { list: {} }), request: () => undefined };
        return (await start([forRoot(options)], [], [OrderController])).call({ name: 'list', arguments: {} });
      },
    ],
  ],
  'HaftHttpModule and fromNest': [
    ['mount without a path', () => HaftHttpModule.mount(any(undefined))],
    ['mount of options without a path', () => HaftHttpModule.mount(any({ runOptions: () => ({}) }))],
    ['mount with one decorator', () => HaftHttpModule.mount('tools', any({ decorators: () => undefined }))],
    ['mount with an object as runOptions', () => HaftHttpModule.mount('tools', any({ runOptions: { userId: 'u' } }))],
    ['mount with one provider to inject', () => HaftHttpModule.mount('tools', any({ inject: OrderService }))],
    ['mountHandler of a handler', () => HaftHttpModule.mountHandler('mcp', any({ handle: () => 1 }))],
    [
      'mountHandler of a function that returns nothing',
      () =>
        start([
          root(),
          HaftHttpModule.mountHandler(
            'mcp',
            any(() => undefined),
          ),
        ]),
    ],
    ['mount without HaftModule', () => start([HaftHttpModule.mount('tools')])],
    ['forFeature without forRoot', () => start([HaftModule.forFeature(desk)])],
    ['fromNest of nothing', () => fromNest(any(undefined))],
    ['fromNest of the service', () => fromNest(any({ call: () => 1 }))],
  ],
  HaftService: [
    ['inRun of a run', async () => (await start([root()])).inRun(any({}))],
    ['call of nothing', async () => (await start([root()])).call(any(undefined))],
    [
      'call of a call with an id that is a number',
      async () => (await start([root()])).call(any({ id: 5, name: 'work' })),
    ],
    ['call with options that are a text', async () => (await start([root()])).call({ name: 'work' }, any('user'))],
    ['callAll of one call', async () => (await start([root()])).callAll(any({ name: 'work' }))],
  ],
};

describe.each(Object.entries(MISTAKES))('%s', (_area, mistakes) => {
  it.each(mistakes)('%s', async (_what, make) => {
    expect(await textOfMistake(make)).toMatchSnapshot();
  });
});
