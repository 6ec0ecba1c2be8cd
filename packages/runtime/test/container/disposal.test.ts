import { describe, expect, it, jest } from '@jest/globals';
import type { HaftError } from '@haft/core';
import { createContainer } from '../../src/container/create-container.js';
import { withFakeClock } from '../support/turns.js';
import { fakeRun } from './fake-run.js';

const run = 'run' as const;

/** Writes its name when it is disposed. */
class Disposable {
  constructor(
    readonly name: string,
    readonly log: string[],
    readonly end: () => unknown = () => undefined,
  ) {}

  async [Symbol.asyncDispose](): Promise<void> {
    this.log.push(this.name);
    await this.end();
  }
}

function chainOf(log: string[], ends: Readonly<Record<string, () => unknown>> = {}, disposalTimeoutMs = 5000) {
  const make = (name: string) => () => new Disposable(name, log, ends[name]);
  const errors: HaftError[] = [];
  const container = createContainer({
    provide: [
      { provide: 'pool', useFactory: make('pool'), lifetime: run },
      { provide: 'database', useFactory: make('database'), inject: ['pool'], lifetime: run },
      { provide: 'toolset', useFactory: make('toolset'), inject: ['database'], lifetime: run },
      { provide: 'alias', useExisting: 'database' },
      { provide: 'shared', useFactory: make('shared') },
      { provide: 'twice', useFactory: (one: object) => one, inject: ['database'], lifetime: run },
      { provide: 'given', useValue: new Disposable('given', log) },
      { provide: 'fresh', useFactory: make('fresh'), lifetime: 'transient' },
    ],
    disposalTimeoutMs,
    onDisposalError: (error) => errors.push(error),
  });
  return { container, scope: container.createScope(fakeRun()), errors };
}

describe('disposal [CTX-3]', () => {
  it('ends dependents before their dependencies, one after another [NEW-19]', async () => {
    const log: string[] = [];
    const { scope } = chainOf(log, { toolset: async () => new Promise((resolve) => setTimeout(resolve, 10)) });
    scope.resolve('toolset');
    await scope.dispose();
    expect(log).toEqual(['toolset', 'database', 'pool']);
  });

  it('ends each thing once, however often it was given out and however often the run ends', async () => {
    const log: string[] = [];
    const { scope } = chainOf(log);
    for (const token of ['alias', 'twice', 'database', 'toolset']) scope.resolve(token);
    await Promise.all([scope.dispose(), scope.dispose()]);
    await scope.dispose();
    expect(log).toEqual(['toolset', 'database', 'pool']);
  });

  it('ends transients with the run that they were made in', async () => {
    const log: string[] = [];
    const { scope } = chainOf(log);
    scope.resolve('fresh');
    scope.resolve('fresh');
    await scope.dispose();
    expect(log).toEqual(['fresh', 'fresh']);
  });

  it('leaves singletons to the end of the container, and values to who made them', async () => {
    const log: string[] = [];
    const { container, scope } = chainOf(log);
    scope.resolve('shared');
    scope.resolve('given');
    await scope.dispose();
    expect(log).toEqual([]);
    await container.dispose();
    await container.dispose();
    expect(log).toEqual(['shared']);
  });

  it('continues after a failure and reports it [NEW-19]', async () => {
    const log: string[] = [];
    const cause = new Error('still in use');
    const { scope, errors } = chainOf(log, { database: () => Promise.reject(cause) });
    scope.resolve('toolset');
    await scope.dispose();
    expect(log).toEqual(['toolset', 'database', 'pool']);
    expect(errors).toMatchObject([
      { code: 'HAFT_DISPOSAL_FAILED', message: "'database' could not be disposed: still in use.", cause },
    ]);
  });

  it('continues after the time limit, and reports a failure after it too [NEW-19]', async () => {
    const log: string[] = [];
    const slow = () => new Promise((_, reject) => setTimeout(reject, 80, new Error('too late')));
    const { scope, errors } = chainOf(log, { database: slow }, 40);
    jest.useFakeTimers();
    scope.resolve('toolset');
    const disposed = scope.dispose();
    await jest.advanceTimersByTimeAsync(40);
    await disposed;
    expect(log).toEqual(['toolset', 'database', 'pool']);
    expect(errors.map((one) => one.message)).toEqual([
      "'database' could not be disposed: it did not finish within 40 ms.",
    ]);
    await jest.advanceTimersByTimeAsync(40);
    jest.useRealTimers();
    expect(errors[1]?.message).toBe("'database' could not be disposed: too late.");
  });

  it('survives a report function that throws: the error becomes a process warning', async () => {
    const warning = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const container = createContainer({
      provide: [
        {
          provide: 'bad',
          useFactory: () => new Disposable('bad', [], () => Promise.reject(new Error('no'))),
          lifetime: run,
        },
      ],
      onDisposalError: () => {
        throw new Error('the log is full');
      },
    });
    const scope = container.createScope(fakeRun());
    scope.resolve('bad');
    await expect(scope.dispose()).resolves.toBeUndefined();
    expect(warning.mock.calls[0]?.[0]).toBe("'bad' could not be disposed: no.");
    warning.mockRestore();
  });

  it.each([Symbol.asyncDispose, Symbol.dispose, 'onModuleDestroy'])('calls %p, on the thing itself', async (method) => {
    const thing = {
      ended: 0,
      [method]() {
        this.ended++;
      },
    };
    const container = createContainer({ provide: [{ provide: 'thing', useFactory: () => thing, lifetime: run }] });
    const scope = container.createScope(fakeRun());
    scope.resolve('thing');
    await scope.dispose();
    expect(thing.ended).toBe(1);
  });

  it('waits for objects in creation, and ends them', async () => {
    const log: string[] = [];
    const useFactory = async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return new Disposable('slow', log);
    };
    const container = createContainer({ provide: [{ provide: 'slow', useFactory, lifetime: run }] });
    const scope = container.createScope(fakeRun());
    const made = scope.resolve('slow');
    await scope.dispose();
    await made;
    expect(log).toEqual(['slow']);
  });

  it('ends an object that arrives after the time limit immediately', async () => {
    const log: string[] = [];
    const useFactory = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return new Disposable('late', log);
    };
    const container = createContainer({
      provide: [{ provide: 'late', useFactory, lifetime: run }],
      disposalTimeoutMs: 20,
    });
    const scope = container.createScope(fakeRun());
    await withFakeClock(async () => {
      const made = scope.resolve('late');
      const disposed = scope.dispose();
      await jest.advanceTimersByTimeAsync(20);
      await disposed;
      expect(log).toEqual([]);
      await jest.advanceTimersByTimeAsync(40);
      await made;
    });
    expect(log).toEqual(['late']);
  });

  it('makes nothing more once it has begun: who waits for a dependency gets HAFT_SCOPE_ENDED', async () => {
    const log: string[] = [];
    const container = createContainer({
      provide: [
        { provide: 'slow', useFactory: async () => new Promise((resolve) => setTimeout(resolve, 10)), lifetime: run },
        { provide: 'toolset', useFactory: () => log.push('made'), inject: ['slow'], lifetime: run },
      ],
    });
    const scope = container.createScope(fakeRun());
    const toolset = expect(scope.resolve('toolset')).rejects.toMatchObject({ code: 'HAFT_SCOPE_ENDED' });
    await scope.dispose();
    await toolset;
    expect(log).toEqual([]);
  });
});
