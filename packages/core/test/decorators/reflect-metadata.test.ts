import { describe, expect, it } from '@jest/globals';
import { RECORD, Timeout } from '../../src/index.js';

class Files {
  read(): void {
    return undefined;
  }
}

describe('the slim build of reflect-metadata', () => {
  it('shares its records with a full copy that is loaded later', async () => {
    const method = Reflect.get(Files.prototype, 'read') as object;
    Timeout(5)(Files.prototype, 'read', Object.getOwnPropertyDescriptor(Files.prototype, 'read') as never);
    await import('reflect-metadata');
    expect(Reflect.getMetadata(RECORD.timeout, method)).toBe(5);
    Reflect.defineMetadata('later', 1, method);
    expect(Reflect.getOwnMetadataKeys(method)).toEqual([RECORD.timeout, 'later']);
  });
});
