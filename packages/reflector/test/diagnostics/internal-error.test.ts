import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { moduleOrReports } from '../../src/build/module-or-reports.js';
import { CollectorEmitter } from '../../src/emit/collectors/collector-emitter.js';
import { DependencyReader } from '../../src/toolsets/read-dependencies.js';
import { objectType } from '../../src/types/read/object-type.js';
import { readMembers } from '../support/read-fixture.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const MEMBERS = `  /** A.\n   * @param a A. */\n  @Tool() broken(a: { x: string }): void {}
  /** B.\n   * @param b B. */\n  @Tool() whole(b: string): void {}
  /** C.\n   * @param c C. */\n  @Tool() wrong(c: any): void {}`;

function fail(): never {
  throw new TypeError('x is not a function\n  at y');
}

describe('an error of Haft itself', () => {
  it('names the tool and the place that was being read, and leaves the other tools to be read', () => {
    jest.spyOn(objectType, 'read').mockImplementation(fail);
    const { diagnostics, model } = readMembers(MEMBERS);
    expect(diagnostics.map((one) => `${one.code} ${one.line}:${one.column} ${one.message}`)).toEqual([
      "HAFT1190 8:18 Haft failed while it read the tool 'Tools.broken': TypeError: x is not a function",
      'HAFT1042 14:17 The type is `any`: a model would have to guess.',
    ]);
    expect(model.toolsets[0]?.tools.map((one) => one.name)).toContain('whole');
  });

  it('names the class where no tool was being read', () => {
    jest.spyOn(DependencyReader.prototype, 'of').mockImplementation(fail);
    const { diagnostics } = readMembers('  /** A. */\n  @Tool() a(): void {}');
    expect(diagnostics.map((one) => `${one.code} ${one.line} ${one.message}`)).toEqual([
      "HAFT1190 4 Haft failed while it read 'Tools': TypeError: x is not a function",
    ]);
  });

  it('names the tool that was being written', async () => {
    jest.spyOn(CollectorEmitter.prototype, 'function').mockImplementation(fail);
    const read = readMembers('  /** A.\n   * @param a A. */\n  @Tool() a(a: { x: string }[]): void {}');
    const { diagnostics, text } = await moduleOrReports(read, '/project/src/toolsets.gen.ts');
    expect(text).toBeUndefined();
    expect(diagnostics.map((one) => `${one.code} ${one.line} ${one.message}`)).toEqual([
      "HAFT1190 8 Haft failed while it wrote the tool 'a': TypeError: x is not a function",
    ]);
  });
});
