import { Tool, Toolset, Use, type Interceptor } from '@haft/core';
import { createRuntime } from '../../src/index.js';
import { reflect } from '../support/reflect.js';

const idle: Interceptor = { intercept: (_call, next) => next() };

/** A promise of a library that does not wait for a promise inside it. */
function foreign(value: unknown): PromiseLike<unknown> {
  return {
    then: (resolved: (value: unknown) => unknown) => Promise.resolve().then(() => resolved(value)),
  } as PromiseLike<unknown>;
}

/** A lazy promise of a library that shows no methods. */
function hidden(value: unknown): PromiseLike<unknown> {
  const { then } = foreign(value);
  return Object.defineProperty({}, 'then', { value: then }) as PromiseLike<unknown>;
}

@Toolset()
class Library {
  @Tool() plain(): PromiseLike<unknown> {
    return foreign(foreign(Promise.resolve('read')));
  }
  @Tool() @Use(idle) intercepted(): PromiseLike<unknown> {
    return this.plain();
  }
  @Tool() lazy(): PromiseLike<unknown> {
    return hidden(hidden(Promise.resolve('read')));
  }
}

const library = reflect(Library, { plain: {}, intercepted: {}, lazy: {} });

test.each(['plain', 'intercepted', 'lazy'])(
  'a promise inside the promise of another library is awaited: %s',
  async (name) => {
    const run = createRuntime({ toolsets: [library, new Library()] }).startRun();
    expect(await run.call({ name, arguments: {} })).toMatchObject({ status: 'success', text: 'read' });
  },
);
