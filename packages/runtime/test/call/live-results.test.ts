import { Tool, Toolset, Use, type Interceptor } from '@haft/core';
import { createRuntime } from '../../src/index.js';
import { reflect } from '../support/reflect.js';

const idle: Interceptor = { intercept: (_call, next) => next() };

/** Every call changes the one object that it returns. */
@Toolset()
class Counter {
  readonly live = { count: 0 };

  private next(): { readonly count: number } {
    this.live.count++;
    return this.live;
  }

  @Tool() plain(): object {
    return this.next();
  }
  @Tool() promised(): Promise<object> {
    return Promise.resolve(this.next());
  }
  @Tool() @Use(idle, idle) intercepted(): object {
    return this.next();
  }
  @Tool() @Use(idle, idle) async intercepted_promised(): Promise<object> {
    return this.next();
  }
  @Tool() promised_schema(): object {
    return this.next();
  }
}

const result = { type: 'object', properties: { count: { type: 'integer' } } } as const;
const counter = reflect(Counter, {
  plain: {},
  promised: {},
  intercepted: {},
  intercepted_promised: {},
  promised_schema: { result },
});

const NAMES = ['plain', 'promised', 'intercepted', 'intercepted_promised', 'promised_schema'];

test.each(NAMES)(
  'each call of a batch shows the state of a live object as it returned it: %s [RES-8]',
  async (name) => {
    for (const batch of [2, 10]) {
      const runtime = createRuntime({
        toolsets: [counter, new Counter()],
        results: { check: true },
        limits: { concurrency: { batch } },
      });
      const outcomes = await runtime.startRun().callAll(Array.from({ length: 6 }, () => ({ name, arguments: {} })));
      const texts = [1, 2, 3, 4, 5, 6].map((count) => `{"count":${count}}`);
      expect(outcomes.map(({ text }) => text)).toEqual(texts);
    }
  },
);
