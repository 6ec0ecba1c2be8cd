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

describe('a @Tool of another library in a toolset', () => {
  const read = (imports: string, member: string) =>
    readFiles({
      'src/other.ts': 'export const Tool = (): MethodDecorator => () => {};',
      'src/main.ts': `${imports}
import { Toolset } from '@haft/core';
/** Orders. */
@Toolset()
export class Orders {
  /** Shows. */ ${member} show(): void {}
  /** Counts. */ @haft.Tool() count(): void {}
}
`,
    }).diagnostics;

  it('is reported, because it looks like the one of Haft', () => {
    expect(read("import { Tool } from './other.js';\nimport * as haft from '@haft/core';", '@Tool()')).toMatchObject([
      {
        code: 'HAFT1004',
        severity: 'warning',
        message: "'@Tool' on 'show' is of another package, so 'show' is not a tool.",
      },
    ]);
  });

  it('is not reported under another name, or next to the one of Haft', () => {
    const haft = "import * as haft from '@haft/core';";
    expect(read(`import { Tool as Other } from './other.js';\n${haft}`, '@Other()')).toEqual([]);
    expect(read(`import { Tool } from './other.js';\n${haft}`, '@Tool() @haft.Tool()')).toEqual([]);
  });
});

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
