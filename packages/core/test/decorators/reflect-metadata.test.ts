/// <reference types="reflect-metadata" />
import { describe, expect, it, jest } from '@jest/globals';
import { RECORD, Timeout } from '../../src/index.js';

class Base {
  read(): void {
    return undefined;
  }
}
class Derived extends Base {}

describe('the functions of reflect-metadata, where nobody loaded it', () => {
  it('keep what is defined, on a class or on a property, and inherit it', () => {
    Reflect.defineMetadata('a', 1, Base);
    Reflect.defineMetadata('b', 2, Base, 'read');
    expect(Reflect.getMetadata('a', Derived)).toBe(1);
    expect(Reflect.getOwnMetadata('a', Derived)).toBeUndefined();
    expect(Reflect.getMetadata('b', Derived, 'read')).toBe(2);
    expect([Reflect.hasMetadata('a', Derived), Reflect.hasOwnMetadata('a', Derived)]).toEqual([true, false]);
    expect([Reflect.hasMetadata('c', Derived), Reflect.hasOwnMetadata('a', Base)]).toEqual([false, true]);
    Reflect.defineMetadata('own', undefined, Derived);
    expect(Reflect.getMetadataKeys(Derived)).toEqual(['own', 'a']);
    expect(Reflect.getOwnMetadataKeys(Base, 'read')).toEqual(['b']);
    expect(Reflect.getOwnMetadataKeys(Derived, 'read')).toEqual([]);
  });

  it('let a nearer record hide a farther one, also an undefined one', () => {
    Reflect.defineMetadata('hidden', 1, Base);
    Reflect.defineMetadata('hidden', undefined, Derived);
    expect(Reflect.getMetadata('hidden', Derived)).toBeUndefined();
  });

  it('delete, and decorate as TypeScript does', () => {
    Reflect.metadata('design:type', String)(Base.prototype, 'name');
    expect(Reflect.getMetadata('design:type', Base.prototype, 'name')).toBe(String);
    expect(Reflect.deleteMetadata('design:type', Base.prototype, 'name')).toBe(true);
    expect(Reflect.deleteMetadata('design:type', Base.prototype, 'name')).toBe(false);
    expect(Reflect.deleteMetadata('nothing', {})).toBe(false);
  });

  it('are taken over by a copy of reflect-metadata that is loaded later', async () => {
    const method = Reflect.get(Base.prototype, 'read') as object;
    Timeout(5)(Base.prototype, 'read', Object.getOwnPropertyDescriptor(Base.prototype, 'read') as never);
    const before = Reflect.defineMetadata;
    await import('reflect-metadata');
    expect(Reflect.defineMetadata).not.toBe(before);
    expect(Reflect.getMetadata(RECORD.timeout, method)).toBe(5);
    Reflect.defineMetadata('later', 1, method);
    expect(Reflect.getOwnMetadataKeys(method)).toEqual([RECORD.timeout, 'later']);
  });

  it('leave a copy that was loaded before as it is', async () => {
    const { defineMetadata } = Reflect;
    jest.resetModules();
    await import('../../src/index.js');
    expect(Reflect.defineMetadata).toBe(defineMetadata);
  });
});
