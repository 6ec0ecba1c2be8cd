import { describe, expect, it } from '@jest/globals';
import { onlyTool, readFiles, readMembers, toolsetSource } from './support/read-fixture.js';

/* Reading any project ends with diagnostics, never with an exception. */

const STRANGE: Readonly<Record<string, string>> = {
  'a class that extends itself': '@Toolset() export class A extends A { /** A. */ @Tool() a(x: A): void {} }',
  'an anonymous class in an expression':
    'export const A = @Toolset() class { /** A. */ @Tool() a(x: string): void {} };',
  'an enum with computed members':
    'enum E { A = "x".length }\n@Toolset() export class A { /** A. */ @Tool() a(x: E): void {} }',
  'an empty enum': 'enum E {}\n@Toolset() export class A { /** A. */ @Tool() a(x: E): void {} }',
  'decorators without calls': '@Toolset export class A { /** A. */ @Tool a(x: string): void {} }',
  'options of the wrong kind':
    '@Toolset(5 as never) export class A { /** A. */ @Tool({ name: 5, aliases: "x", metadata: () => 1, parameters: [] } as never) a(@Param(7 as never) x: string): void {} }',
  'options that refer to themselves':
    'const o: { prefix: string } = { prefix: o.prefix };\n@Toolset(o) export class A { /** A. */ @Tool() a(): void {} }',
  'a conditional type that stays open':
    'export class B<T> { /** A. */ @Tool() a(x: T extends string ? 1 : 2): void {} }\n@Toolset() export class A<T> extends B<T> {}',
  'a namespace merged with a class':
    '@Toolset() export class A { /** A. */ @Tool() a(x: A.X): void {} }\nexport namespace A { export interface X { y: string } }',
  'a class merged with an interface':
    'export interface D { z: string }\nexport class D { y!: number }\n@Toolset() export class A { /** A. */ @Tool() a(x: D): void {} }',
  'computed and numeric names':
    'const K = "key" as const;\nexport interface D { [K]: string; 5: number; "a b": string }\n@Toolset() export class A { /** A. */ @Tool() a(x: D, y?: string): void {} }',
  'this types':
    'export class D { self?: this; name!: string }\n@Toolset() export class A { /** A. */ @Tool() a(x: D): void {} @Tool() b(): this { return this; } }',
  'parameters called like members of every object':
    '@Toolset() export class A { /** A. */ @Tool() a(constructor: string, toString: number, hasOwnProperty?: boolean): void {} }',
  'a property called __proto__ in options':
    '@Toolset() export class A { /** A. */ @Tool({ metadata: { ["__proto__"]: 1 } }) a(): void {} }',
  'two constructors':
    '@Toolset() export class A { constructor(); constructor(x?: string); constructor(x?: unknown) {} /** A. */ @Tool() a(): void {} }',
  'a mixin':
    'const mix = <T extends new (...a: never[]) => object>(B: T) => class extends B { /** M. */ @Tool() mixed(x: string): void {} };\nclass E {}\n@Toolset() export class A extends mix(E) { /** A. */ @Tool() a(): void {} }',
  'an accessor parameter property':
    'export class D { constructor(readonly a = 1, public b?: string, private c = 2) {} }\n@Toolset() export class A { /** A. */ @Tool() a(x: D): void {} }',
  'types of import()': '@Toolset() export class A { /** A. */ @Tool() a(x: import("./nowhere.js").X): void {} }',
  'global augmentation':
    'declare global { interface Date { extra?: string } }\n@Toolset() export class A { /** A. */ @Tool() a(x: Date): void {} }',
  'huge unions': `type U = ${Array.from({ length: 400 }, (_, index) => `'v${index}'`).join(' | ')};\n@Toolset() export class A { /** A. */ @Tool() a(x: U, y: Exclude<U, 'v1'>): void {} }`,
  'deep nesting': `export type N = ${'{ a: '.repeat(70)}string${' }'.repeat(70)};\n@Toolset() export class A { /** A. */ @Tool() a(x: N): void {} }`,
  'a list of itself, with a constraint that has no effect':
    'type L = { a: L } | L[] | null;\ntype S = { a: S } | [S, ...S[]] | null;\n@Toolset() export class A { /** A. */ @Tool({ parameters: { x: { minLength: 1 }, y: { pattern: "a" } } }) a(x: Exclude<L, null>, y: Exclude<S, null>): void {} }',
  'a list of itself, which class-transformer creates':
    'import { Expose } from "class-transformer";\ntype L = L[] | { [key: string]: L } | null;\nexport class D { @Expose() l!: L }\n@Toolset() export class A { /** A. */ @Tool() a(x: D): void {} }',
  'a list of itself among the relations of an entity':
    'declare function ManyToOne(type: () => unknown): PropertyDecorator;\ntype L = (E | L)[];\nexport class E { @ManyToOne(() => E) l!: L }\n@Toolset() export class A { /** A. */ @Tool() a(x: string): E { throw x; } }',
  'broken syntax': '@Toolset() export class A { @Tool() a(x: { : string): void {} }',
  nothing: '',
};

describe('reading', () => {
  it.each(Object.entries(STRANGE))('survives %s', (_, text) => {
    const read = readFiles({ 'src/main.ts': `import { Param, Tool, Toolset } from '@haft/core';\n${text}` });
    expect(read.diagnostics.filter(({ code }) => code === 'HAFT1190')).toEqual([]);
    for (const toolset of read.model.toolsets)
      for (const tool of toolset.tools) expect(tool.arguments.schema.type).toBe('object');
  });

  it('takes names of members of every object for properties', () => {
    const tool = onlyTool(readMembers('  /** A. */ @Tool() a(valueOf: string, toString: number): void {}'));
    expect(Object.keys(tool.arguments.schema.properties ?? {})).toEqual(['valueOf', 'toString']);
  });

  it('finds RunContext at any position and in any form [CTX-1, TSP-1]', () => {
    const tool = onlyTool(
      readMembers(
        '  /** A. */ @Tool() a(first: RunContext, text: string, maybe?: RunContext<App>, alias?: Run, own?: Own): void {}',
        'interface App { a: string }\ntype Run = RunContext<App>;\nabstract class Own extends RunContext<App> {}',
      ),
    );
    expect(tool.parameters.map((one) => one.kind)).toEqual(['run', 'model', 'run', 'run', 'run']);
  });

  it('knows the Buffer of Node', () => {
    const tool = onlyTool(
      readFiles({
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            target: 'ES2022',
            module: 'NodeNext',
            strict: true,
            experimentalDecorators: true,
            types: ['node'],
          },
          include: ['src'],
        }),
        'src/main.ts': toolsetSource('  /** A. */ @Tool() a(data: Buffer, bytes: Uint8Array): void {}'),
      }),
    );
    const { schema, revivals } = tool.arguments;
    const kinds = Object.values(schema.properties ?? {}).map((one) => revivals.get(one as object));
    expect(kinds).toEqual([
      { kind: 'bytes', as: 'Buffer' },
      { kind: 'bytes', as: 'Uint8Array' },
    ]);
  });
});
