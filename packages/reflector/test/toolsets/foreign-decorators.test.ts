import { describe, expect, it } from '@jest/globals';
import { readFiles } from '../support/read-fixture.js';

/*
 * A decorator on a constructor parameter may be another container's: NestJS has an `@Inject` too.
 */

const HEAD = `import { Tool, Toolset } from '@haft/core';
const Inject = (token: unknown) => (target: object, name: undefined, index: number): void => {};
interface Settings { readonly url: string }
class Hidden {}
export class Clock {}
`;

function read(parameter: string): { readonly dependency: unknown; readonly codes: readonly string[] } {
  const { model, diagnostics } = readFiles({
    'src/main.ts': `${HEAD}
/** Things. */
@Toolset()
export class Things {
  constructor(${parameter}) {}
  /** Shows. */ @Tool() show(): void {}
}`,
  });
  return { dependency: model.toolsets[0]?.dependencies[0], codes: diagnostics.map(({ code }) => code) };
}

describe('a constructor parameter with a decorator of another library', () => {
  it('is that library to give, where its type says nothing', () => {
    expect(read(`@Inject('settings') private readonly settings: Settings`)).toEqual({
      dependency: { kind: 'inject' },
      codes: [],
    });
    expect(read(`private readonly settings: Settings`).codes).toEqual(['HAFT1060']);
  });

  it('is that library to give, where the class of its type cannot be imported', () => {
    expect(read(`@Inject(Hidden) private readonly hidden: Hidden`)).toEqual({
      dependency: { kind: 'inject' },
      codes: [],
    });
    expect(read(`private readonly hidden: Hidden`).codes).toEqual(['HAFT1061']);
  });

  it('asks for the class of its type, where that can be imported', () => {
    const { dependency, codes } = read(`@Inject('clock') private readonly clock: Clock`);
    expect(dependency).toMatchObject({ kind: 'class' });
    expect(codes).toEqual([]);
  });
});
