import {
  Cached,
  CallLimit,
  createParamDecorator,
  HaftError,
  Inject,
  methodsWithRecord,
  Param,
  readClassRecord,
  readMethodRecord,
  readOwnClassRecord,
  readParameterRecords,
  RECORD,
  Retries,
  Sensitive,
  Timeout,
  Tool,
  Toolset,
  type ParameterRecord,
} from '@haft/core';
import * as legacy from '../support/legacy-toolset.js';
import * as standard from '../support/standard-toolset.tc39.js';

describe.each([
  ['legacy decorators', legacy],
  ['TC39 decorators', standard],
])('%s', (_standard, { BaseToolset, DecoratedToolset }) => {
  it('record the options of a toolset on the class itself', () => {
    expect(readOwnClassRecord(DecoratedToolset, RECORD.toolset)).toEqual({ prefix: 'file' });
    expect(readOwnClassRecord(BaseToolset, RECORD.toolset)).toEqual({ prefix: 'base' });
  });

  it('record tools by method, inherited ones too, and nothing for other methods [DEF-4, NEW-24]', () => {
    expect(methodsWithRecord(DecoratedToolset, RECORD.tool)).toEqual(['inherited', 'read', 'write']);
    expect(methodsWithRecord(BaseToolset, RECORD.tool)).toEqual(['inherited']);
    expect(readMethodRecord(DecoratedToolset, 'read', RECORD.tool)).toEqual({ name: 'peek' });
    expect(readMethodRecord(DecoratedToolset, 'helper', RECORD.tool)).toBeUndefined();
  });

  it('record small decorators next to them, in any order', () => {
    expect(readMethodRecord(DecoratedToolset, 'read', RECORD.timeout)).toBe(50);
    expect(readMethodRecord(DecoratedToolset, 'read', RECORD.retries)).toBe(1);
    expect(readMethodRecord(DecoratedToolset, 'write', RECORD.callLimit)).toEqual({ perRun: 3 });
    expect(readMethodRecord(DecoratedToolset, 'write', RECORD.requiresApproval)).toBe(true);
    expect(readMethodRecord(DecoratedToolset, 'write', RECORD.hints)).toEqual({ destructive: true });
  });

  it('give a subclass the defaults of its base class', () => {
    expect(readClassRecord(DecoratedToolset, RECORD.timeout)).toBe(1000);
  });

  it("store method records where NestJS's Reflector reads them: on the function", () => {
    expect(Reflect.getMetadata(RECORD.timeout, DecoratedToolset.prototype.read)).toBe(50);
  });
});

describe('a wrapping decorator above @Tool', () => {
  it('does not lose the record', () => {
    const Wrapped: MethodDecorator = (_target, _name, descriptor: PropertyDescriptor) => {
      const inner = descriptor.value as () => unknown;
      return { ...descriptor, value: () => inner() } as never;
    };
    @Toolset()
    class Wrapper {
      @Wrapped
      @Tool()
      run(): number {
        return 1;
      }
    }
    expect(methodsWithRecord(Wrapper, RECORD.tool)).toEqual(['run']);
    expect(readMethodRecord(Wrapper, 'run', RECORD.tool)).toEqual({});
  });
});

describe('parameter decorators', () => {
  const TOKEN = Symbol('token');
  const Tenant = createParamDecorator(() => 'acme');
  class Service {
    constructor(@Inject(TOKEN) readonly value: unknown) {}
    read(
      @Param({ minimum: 1 }) _limit: number,
      @Sensitive() @Param('the key') _key: string,
      @Tenant() _tenant: string,
    ) {
      return 0;
    }
  }

  it('count for the parameters of an override that have none', () => {
    class Base {
      read(@Inject('db') _db: string, @Param('A path.') _path: string): void {}
    }
    class Derived extends Base {
      override read(_db: string, @Param('Another path.') _path: string): void {}
    }
    class Last extends Derived {
      override read(_db: string, _path: string): void {}
    }
    const records = readParameterRecords<ParameterRecord>(Last, 'read');
    expect(records.get(0)?.inject?.token).toBe('db');
    expect(records.get(1)?.param).toBe('Another path.');
  });

  it('record by position, merged on one parameter', () => {
    const records = readParameterRecords<ParameterRecord>(Service, 'read');
    expect(records.get(0)).toEqual({ param: { minimum: 1 } });
    expect(records.get(1)).toEqual({ param: 'the key', sensitive: true });
    expect(records.get(2)?.resolve?.(undefined as never)).toBe('acme');
  });

  it('record the tokens of a constructor', () => {
    const records = readParameterRecords<ParameterRecord>(Service, undefined);
    expect(records.get(0)?.inject).toEqual({ token: TOKEN, optional: false });
  });
});

describe('misuse', () => {
  it.each([
    ['@Tool on a static method', () => (Tool() as MethodDecorator)(class A {}, 'run', { value: () => 1 })],
    ['@Tool on an accessor', () => (Tool() as MethodDecorator)({}, 'run', { get: () => 1 })],
  ])('%s is refused', (_case, decorate) => {
    expect(decorate).toThrow(expect.objectContaining({ name: 'HaftError', code: 'HAFT_DECORATOR_MISUSE' }));
  });

  it.each([
    ['@Timeout(0)', () => Timeout(0)],
    ['@Retries(-1)', () => Retries(-1)],
    ['@Retries(1.5)', () => Retries(1.5)],
    ['@CallLimit({ perRun: 0 })', () => CallLimit({ perRun: 0 })],
    ['@Cached without a time [CACHE-4]', () => Cached({ scope: 'run' } as never)],
    ['@Cached without a scope [CACHE-2]', () => Cached({ ttlMs: 1000 } as never)],
    ['@Cached with another scope [CACHE-2]', () => Cached({ ttlMs: 1000, scope: 'all' as never })],
  ])('%s is rejected, with a valid value in the hint', (_case, create) => {
    expect(create).toThrow(HaftError);
    expect(create).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }));
  });
});
