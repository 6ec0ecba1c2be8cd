import { describe, expect, it } from '@jest/globals';
import type { DiagnosticCode } from '../../src/diagnostics/codes.js';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { readFiles, readMembers, toolsetSource, type Files } from '../support/read-fixture.js';

/** The codes that a project gives, with `line:column` in its main file, in order. */
function findings(diagnostics: readonly Diagnostic[], code: DiagnosticCode): readonly string[] {
  return diagnostics
    .filter((one) => one.code === code)
    .map((one) => `${one.severity} ${one.line}:${one.column} ${one.message}`);
}

describe('a class with @Toolset', () => {
  const toolset = (text: string): readonly Diagnostic[] => readFiles({ 'src/main.ts': text }).diagnostics;

  it('HAFT1010: must exist', () => {
    expect(toolset('export class Tools {}').map((one) => one.code)).toEqual(['HAFT1010']);
  });

  it('HAFT1010: may belong to a project that the tsconfig refers to, which the fix names', () => {
    const { diagnostics } = readFiles({
      'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './tsconfig.app.json' }] }),
      'tsconfig.app.json': JSON.stringify({
        compilerOptions: { composite: true, module: 'NodeNext', experimentalDecorators: true },
        include: ['src'],
      }),
      'src/main.ts': toolsetSource('  /** A. */ @Tool() a(): void {}'),
    });
    expect(diagnostics.map((one) => one.code)).toEqual(['HAFT1010']);
    expect(diagnostics[0]?.fix).toContain('haft build --tsconfig tsconfig.app.json');
  });

  it('HAFT1011: must be exported [DEF-1]', () => {
    const text = `import { Tool, Toolset } from '@haft/core';\n@Toolset()\nclass Tools { /** A. */ @Tool() a(): void {} }`;
    expect(findings(toolset(text), 'HAFT1011')).toEqual([
      'error 3:7 The toolset Tools is not exported: the generated module cannot import it.',
    ]);
  });

  it('HAFT1011: must be exported, even inside a function', () => {
    const text = `import { Tool, Toolset } from '@haft/core';\nexport function make() {\n  @Toolset() class Tools { /** A. */ @Tool() a(): void {} }\n  return Tools;\n}`;
    const found = toolset(text).find((one) => one.code === 'HAFT1011');
    expect(found?.fix).toBe('Move it to the top level of its file, and export it there.');
  });

  it('may be a default export', () => {
    const text = `import { Tool, Toolset } from '@haft/core';\n@Toolset()\nexport default class Tools { /** A. */ @Tool() a(): void {} }`;
    expect(toolset(text)).toEqual([]);
  });

  it('HAFT1025: should have a name', () => {
    const text = (options: string): string =>
      `import { Tool, Toolset } from '@haft/core';\n@Toolset(${options})\nexport default class { /** A. */ @Tool() a(): void {} }`;
    expect(findings(toolset(text('')), 'HAFT1025')).toEqual([
      "warning 2:1 A toolset class without a name is 'default' in messages and definitions.",
    ]);
    expect(toolset(text("{ name: 'Mail' }"))).toEqual([]);
  });

  it('HAFT1012: should have a tool', () => {
    const text = `import { Toolset } from '@haft/core';\n@Toolset()\nexport class Tools { a(): void {} }`;
    expect(findings(toolset(text), 'HAFT1012')).toEqual(['warning 3:14 The toolset Tools has no tools.']);
  });

  it('HAFT1013: has @Tool on public methods of instances only [DEF-4]', () => {
    const text = `import { Tool, Toolset } from '@haft/core';
@Toolset()
export class Tools {
  /** A. */ @Tool() a(): void {}
  @Tool() private b(): void {}
  @Tool() static c(): void {}
  @Tool() protected d(): void {}
}`;
    expect(toolset(text).map((one) => `${one.code} ${one.line}`)).toEqual(['HAFT1013 5', 'HAFT1013 6', 'HAFT1013 7']);
  });

  it('HAFT1060: has such parameters if the project creates the object', () => {
    const text = (made: string): string => `import { Tool, Toolset } from '@haft/core';
@Toolset()
export class Tools {
  constructor(readonly name: string) {}
  /** A. */ @Tool() a(): void {}
}
${made}`;
    expect(findings(toolset(text('')), 'HAFT1060')).toHaveLength(1);
    for (const made of [
      "export const tools = new Tools('a');",
      "export const provide = [{ provide: Tools, useFactory: () => Reflect.construct(Tools, ['a']) }];",
    ])
      expect(findings(toolset(text(made)), 'HAFT1060')).toEqual([]);
  });

  it('HAFT1060: has constructor parameters that say a class or a token', () => {
    const text = `import { Tool, Toolset, Inject } from '@haft/core';
interface Clock { now(): number }
class Disk {}
class Tape {}
@Toolset()
export class Tools {
  constructor(clock: Clock, name: string, disk: Disk | Tape, @Inject('x') ok: Clock, free = 5, maybe?: string) {}
  /** A. */ @Tool() a(): void {}
}`;
    expect(findings(toolset(text), 'HAFT1060').map((one) => one.slice(0, 24))).toEqual([
      "error 7:15 'clock' of To",
      "error 7:29 'name' of Too",
      "error 7:43 'disk' of Too",
    ]);
  });

  it('HAFT1061: asks for classes that a module exports', () => {
    const text = `import { Tool, Toolset } from '@haft/core';
class Disk { readonly root = '/'; }
@Toolset()
export class Tools { constructor(disk: Disk) {} /** A. */ @Tool() a(): void {} }`;
    expect(findings(toolset(text), 'HAFT1061')).toHaveLength(1);
  });

  it('HAFT1100: has options that are constants', () => {
    const text = `import { Tool, Toolset } from '@haft/core';
@Toolset({ prefix: process.env.PREFIX })
export class Tools { /** A. */ @Tool({ name: String(1) }) a(): void {} }
declare const process: { env: Record<string, string> };`;
    expect(findings(toolset(text), 'HAFT1100').map((one) => one.slice(0, 11))).toEqual(['error 2:20 ', 'error 3:46 ']);
  });
});

describe('names', () => {
  it('HAFT1020: match the rule, prefix included [NAM-2]', () => {
    const { diagnostics } = readMembers(
      `  /** A. */ @Tool({ name: 'a-b' }) a(): void {}\n  /** B. */ @Tool({ name: '${'x'.repeat(65)}' }) b(): void {}\n  /** C. */ @Tool() größe(): void {}`,
    );
    expect(findings(diagnostics, 'HAFT1020').map((one) => one.split(' ')[1])).toEqual(['6:36', '7:98', '8:21']);
  });

  it('HAFT1021: are unique in the project, aliases too [NAM-3]', () => {
    const { diagnostics } = readFiles({
      'src/a.ts': `import { Tool, Toolset } from '@haft/core';\n@Toolset() export class A { /** A. */ @Tool() run(): void {} }`,
      'src/b.ts': `import { Tool, Toolset } from '@haft/core';\n@Toolset() export class B { /** A. */ @Tool({ aliases: ['old'] }) run(): void {} /** A. */ @Tool() old(): void {} }`,
    });
    expect(diagnostics.map((one) => `${one.code} ${one.file} ${one.message}`)).toEqual([
      "HAFT1021 src/b.ts Two tools have the name 'run': A.run and B.run.",
      "HAFT1021 src/b.ts Two tools have the name 'old': B.run and B.old.",
    ]);
  });

  it('HAFT1022: are not those of built-in tools [NAM-6]', () => {
    const { diagnostics } = readMembers('  /** A. */ @Tool() searchTools(): void {}');
    expect(findings(diagnostics, 'HAFT1022')).toHaveLength(1);
  });
});

describe('comments', () => {
  it('HAFT1030: describe every tool and parameter [DOC-7, TSP-21]', () => {
    const { diagnostics } = readMembers('  @Tool() a(text: string): void {}');
    expect(findings(diagnostics, 'HAFT1030')).toEqual([
      "warning 6:11 Missing description of tool 'a'.",
      "warning 6:13 Missing description of parameter 'text' of tool 'a'.",
    ]);
  });

  it('HAFT1030: is an error with strict [DOC-7, TSP-21]', () => {
    const files: Files = {
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';\n@Toolset() export class A { @Tool() run(): void {} }`,
    };
    expect(readFiles(files, { strict: true }).diagnostics.map((one) => `${one.code} ${one.severity}`)).toEqual([
      'HAFT1030 error',
    ]);
  });

  it('HAFT1030: takes the text of the type for that of a parameter, and needs none for the one object', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(sku: Sku, other: string): void {}\n  /** B. */ @Tool() b(one: { x: number }): void {}',
      '/** A stock number. */ type Sku = string;',
    );
    expect(findings(diagnostics, 'HAFT1030')).toEqual([
      "warning 6:33 Missing description of parameter 'other' of tool 'a'.",
    ]);
  });

  it('HAFT1030: needs no text if a tag says that the name is enough', () => {
    const { diagnostics } = readMembers(
      '  /** A.\n   * @param text\n   */\n  @Tool() a(text: string, other: string): void {}',
    );
    expect(findings(diagnostics, 'HAFT1030')).toEqual([
      "warning 9:27 Missing description of parameter 'other' of tool 'a'.",
    ]);
  });

  it('HAFT1031: name parameters that exist, nested ones too [DOC-2]', () => {
    const { diagnostics } = readMembers(
      '  /** A.\n   * @param text Text.\n   * @param txet Wrong.\n   * @param run The run.\n   */\n  @Tool() a(text: string, run: RunContext): void {}\n  /** B.\n   * @param options All.\n   * @param options.x Right.\n   * @param options.y Wrong.\n   */\n  @Tool() b(options: { x: number }): void {}',
    );
    expect(findings(diagnostics, 'HAFT1031').map((one) => one.slice(0, 40))).toEqual(
      ["warning 8:6 @param 'txet' matches no parameter", "warning 15:6 @param 'options.y' matches no parameter"].map(
        (one) => one.slice(0, 40),
      ),
    );
  });

  it('HAFT1032: have at most 1,024 characters [DOC-8]', () => {
    const { diagnostics } = readMembers(`  /** ${'word '.repeat(250)} */ @Tool() a(): void {}`);
    expect(findings(diagnostics, 'HAFT1032')).toHaveLength(1);
  });

  it('HAFT1033: are not lost inside generic types', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(page: Page<Sku>, ok: Page<string>, list: Sku[], other: Partial<Named>): void {}',
      '/** @pattern ^A */ type Sku = string;\ninterface Page<T> { items: T[] }\n/** @deprecated */ interface Named { name: Sku }',
    );
    expect(findings(diagnostics, 'HAFT1033')).toEqual([
      "warning 8:34 Haft ignores the tags of 'Sku' (pattern) inside 'Page<Sku>'.",
    ]);
  });

  it('HAFT1033: are not lost', () => {
    const { diagnostics } = readMembers(
      '  /** A.\n   * @minimum 5\n   * @example a(1)\n   */\n  @Tool() a(options: Options): void {}',
      'export interface Options {\n  x: number; /** Behind it. */\n  /** First. */\n  /** Second. */\n  y: number;\n}',
    );
    expect(findings(diagnostics, 'HAFT1033')).toEqual([
      "warning 3:3 Haft ignores a JSDoc comment next to 'x': /** Behind it. */",
      "warning 6:3 Haft ignores a JSDoc comment next to 'y': /** First. */",
      "warning 13:6 The @example of 'a' is not a JSON object of arguments, so models do not see it.",
      "warning 15:11 The JSDoc tag @minimum of 'a' does not name a parameter.",
    ]);
  });
});

describe('types', () => {
  it.each([
    ['a function', 'f: () => void'],
    ['a symbol', 's: symbol'],
    ['a promise', 'p: Promise<string>'],
    ['a class with behaviour only', 'c: Service'],
    ['a class of the library', 'r: RegExp'],
    ['undefined alone', 'u: undefined'],
    ['a function inside an object', 'o: { text: string; run(): void }'],
    ['a function far inside', 'o: Array<{ deep: Record<string, { run: () => void } | null> }>'],
    ['a tuple whose rest comes first', 't: [...string[], number]'],
    ['a property __proto__', 'p: { __proto__: string }'],
    ['a property constructor', 'p: { constructor: string }'],
    ['a parameter prototype', 'prototype: string'],
    ['an enum with a computed member', 'p: Computed'],
    ['an enum with a computed member in a union', 'p: Computed | string'],
    ['a computed member of an enum', 'p: Computed.B'],
    ['an enum with an infinite member', 'p: Endless'],
    ['an iterable', 'i: AsyncIterable<string>'],
  ])('HAFT1040: %s is not data', (_, parameter) => {
    const { diagnostics } = readMembers(
      `  /** A. */ @Tool() a(${parameter}): void {}`,
      `export class Service { run(): void {} }
export enum Computed { A = 1, B = 'abc'.length }
export enum Endless { A = 1 / 0, B = 0 }`,
    );
    expect(findings(diagnostics, 'HAFT1040')).toHaveLength(1);
  });

  it('HAFT1040: is reported at the property that causes it, and at every use of a type that causes it', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(options: Options, f: Run): void {}\n  /** B. */ @Tool() b(f: Run): void {}',
      'type Run = () => void;\nexport interface Options {\n  text: string;\n  run: Run;\n}',
    );
    expect(findings(diagnostics, 'HAFT1040').map((one) => one.split(' ')[1])).toEqual(['5:3', '10:41', '11:23']);
  });

  it('HAFT1041: resolve', () => {
    const { diagnostics } = readMembers('  /** A. */ @Tool() a(x: Missing, y: { z: Missing[] }): Missing { throw 0; }');
    expect(findings(diagnostics, 'HAFT1041').map((one) => one.split(' ')[1])).toEqual(['6:23', '6:40', '6:57']);
  });

  it('HAFT1042: say more than any [SCH-11]', () => {
    const { diagnostics } = readMembers('  /** A. */ @Tool() a(x: any, y: { z: any[] }, w, ok: unknown): void {}');
    expect(findings(diagnostics, 'HAFT1042').map((one) => one.split(' ')[1])).toEqual(['6:23', '6:36', '6:48']);
  });

  it('HAFT1043: of parameters are not rests [SCH-12]', () => {
    const { diagnostics } = readMembers('  /** A. */ @Tool() a(...x: number[]): void {}');
    expect(findings(diagnostics, 'HAFT1043')).toHaveLength(1);
    expect(diagnostics.map(({ fix }) => fix)).toContain("Remove the dots and take an array: 'x: number[]'.");
  });

  it('HAFT1044: are said once [NAM-3]', () => {
    const { diagnostics } = readMembers(
      '  a(x: string): void;\n  a(x: number): void;\n  /** A. */ @Tool() a(x: unknown): void {}',
    );
    expect(findings(diagnostics, 'HAFT1044')).toHaveLength(1);
  });

  it('HAFT1045: of a method have no parameters of their own', () => {
    const { diagnostics } = readMembers('  /** A. */ @Tool() a<T>(x: T): void {}');
    expect(findings(diagnostics, 'HAFT1045')).toHaveLength(1);
  });

  it('HAFT1040: of a generic class are filled in', () => {
    const { diagnostics } = readFiles({
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';\n@Toolset() export class Tools<T> { /** A. */ @Tool() a(x: T): void {} }`,
    });
    expect(findings(diagnostics, 'HAFT1040')).toHaveLength(1);
  });

  it('HAFT1046, HAFT1047: that become instances are exported, and made without arguments', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(x: Hidden): void {}\n  /** B. */ @Tool() b(x: Wanting[]): void {}\n  /** C. */ @Tool() c(x: Abstract): void {}\n  /** D. */ @Tool() d(x: Private): void {}\n  /** E. */ @Tool() e(): Result { throw 0; }',
      'class Hidden { x = 1 }\nexport class Wanting { constructor(readonly x: number) {} }\nexport abstract class Abstract { x = 1 }\nexport class Private { x = 1; private constructor() {} }\nclass Result { constructor(readonly x: number) {} }',
    );
    expect(diagnostics.filter((one) => one.severity === 'error').map((one) => `${one.code} ${one.line}`)).toEqual([
      'HAFT1046 2',
      'HAFT1047 3',
      'HAFT1047 4',
      'HAFT1047 5',
    ]);
  });

  it('HAFT1048: of destructured parameters have a name, unless they are the arguments themselves', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a({ x }: { x: number }): void {}\n  /** B. */ @Tool() b({ x }: { x: number }, y: string): void {}\n  /** C.\n   * @param options All. */ @Tool() c({ x }: { x: number }, y: string): void {}',
    );
    expect(findings(diagnostics, 'HAFT1048').map((one) => one.split(' ')[1])).toEqual(['7:23']);
  });

  it('HAFT1049: end', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(x: Endless<string>): void {}',
      'export interface Endless<T> { value: T; next?: Endless<T[]> }',
    );
    expect(findings(diagnostics, 'HAFT1049')).not.toEqual([]);
  });

  it('HAFT1050: of results are warned of, and leave the tool without a result schema', () => {
    const { diagnostics, model } = readMembers(
      '  /** A. */ @Tool() a(): { run: () => void } { throw 0; }\n  /** B. */ @Tool() b(): any {}',
    );
    expect(findings(diagnostics, 'HAFT1050').map((one) => one.slice(0, 12))).toEqual(['warning 6:26', 'warning 7:26']);
    expect(model.toolsets[0]?.tools.map((tool) => tool.result)).toEqual([undefined, undefined]);
  });

  it('HAFT1102, HAFT1103: agree with their constraints [SCH-10]', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(@Param({ minimum: 5, maximum: 1 }) x: number, @Param({ minLength: 1 }) y: number): void {}',
    );
    expect(findings(diagnostics, 'HAFT1102')).not.toEqual([]);
    expect(findings(diagnostics, 'HAFT1103')).toHaveLength(1);
  });

  it('are all reported in one run [NEW-14, DEF-13]', () => {
    const { diagnostics } = readMembers(
      '  /** A. */ @Tool() a(x: any, y: () => void): void {}\n  /** B. */ @Tool() b<T>(x: T): void {}\n  /** C. */ @Tool() c(...x: string[]): void {}\n  /** D. */ @Tool() d(x: Missing): void {}',
    );
    expect(diagnostics.filter((one) => one.severity === 'error').map((one) => one.code)).toEqual([
      'HAFT1042',
      'HAFT1040',
      'HAFT1045',
      'HAFT1043',
      'HAFT1041',
    ]);
  });
});

describe('the project', () => {
  const main = `import { Tool, Toolset } from '@haft/core';\n@Toolset() export class A { /** A. */ @Tool() run(): void {} }`;
  const tsconfig = (options: object, more: object = {}): Files => ({
    'src/main.ts': main,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: 'NodeNext',
        strict: true,
        experimentalDecorators: true,
        lib: ['ES2022'],
        libReplacement: false,
        types: [],
        ...options,
      },
      include: ['src'],
      ...more,
    }),
  });

  it('HAFT1001: has a tsconfig', () => {
    const { diagnostics } = readFiles({ 'src/main.ts': main }, { tsconfig: '/nowhere/tsconfig.json' });
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "HAFT1001 There is no file 'tsconfig.json'.",
    ]);
  });

  it.each([
    ['an unknown option', tsconfig({ tragte: 'ES2022' })],
    ['a wrong value', tsconfig({ target: 'ES1999' })],
    ['options that exclude each other', tsconfig({ module: 'ES2022', moduleResolution: 'NodeNext' })],
    ['a base that is missing', tsconfig({}, { extends: './base.json' })],
    [
      'broken JSON',
      { 'src/main.ts': main, 'tsconfig.json': '{ "compilerOptions": { "strict": true }, "include" ["src"] }' },
    ],
  ])('HAFT1001: has a tsconfig without %s', (_, files) => {
    const { diagnostics } = readFiles(files);
    expect(diagnostics.map((one) => one.code)).toContain('HAFT1001');
    expect(JSON.stringify(diagnostics)).not.toContain('node_modules/.cache');
  });

  it('HAFT1002: has no syntax errors', () => {
    const { diagnostics } = readFiles({ 'src/main.ts': `${main}\nexport const x = ;` });
    expect(findings(diagnostics, 'HAFT1002').map((one) => one.split(' ')[1])).toEqual(['3:18']);
  });

  it('HAFT1003: may use options newer than the TypeScript that reads it, which are said in a line', () => {
    const { diagnostics, model } = readFiles(
      tsconfig({
        target: 'es2025',
        lib: ['es2025', 'es2025.iterator'],
        ignoreDeprecations: '6.0',
        stableTypeOrdering: true,
      }),
    );
    expect(diagnostics.map((one) => `${one.code} ${one.severity} ${one.message.split(' is newer')[0]}`)).toEqual([
      "HAFT1003 info 'target: es2025'",
      "HAFT1003 info 'lib: es2025'",
      "HAFT1003 info 'lib: es2025.iterator'",
      "HAFT1003 info 'ignoreDeprecations: 6.0'",
      "HAFT1003 info 'stableTypeOrdering: true'",
    ]);
    expect(model.toolsets).toHaveLength(1);
  });

  it('has the defaults of its own compiler, from version 6 on', () => {
    const text = `import { Tool, Toolset } from '@haft/core';\n@Toolset() export class A { /** A. */ @Tool() run(x: Map<string, string | null>, y: string): void {} }`;
    const read = (version: string): readonly Diagnostic[] =>
      readFiles({
        'node_modules/typescript/package.json': JSON.stringify({ name: 'typescript', version }),
        'tsconfig.json': JSON.stringify({
          compilerOptions: { rootDir: 'src', lib: ['ES2022'], libReplacement: false, typeRoots: [] },
          include: ['src'],
        }),
        'src/main.ts': text,
      }).diagnostics.filter((one) => one.severity === 'error');
    expect(read('7.0.2')).toEqual([]);
    expect(read('5.9.3')).not.toEqual([]);
  });

  it('HAFT1004: resolves Haft', () => {
    const { diagnostics } = readFiles(tsconfig({ module: 'CommonJS', moduleResolution: 'Node10' }));
    expect(findings(diagnostics, 'HAFT1004')).toEqual([
      "error 1:31 The package '@haft/core' cannot be resolved, so Haft cannot read its decorators.",
    ]);
  });

  it('is read with options that concern output, references and decorators of either standard', () => {
    const { diagnostics, model } = readFiles(
      tsconfig({
        experimentalDecorators: false,
        composite: true,
        declarationMap: true,
        tsBuildInfoFile: 'x',
        outDir: 'dist',
        isolatedDeclarations: true,
      }),
    );
    expect(diagnostics).toEqual([]);
    expect(model.toolsets).toHaveLength(1);
  });

  it('does not count type errors outside the types of its tools', () => {
    const { diagnostics } = readFiles({ 'src/main.ts': `${main}\nexport const wrong: number = 'text';` });
    expect(diagnostics).toEqual([]);
  });

  it('tells null apart without strict', () => {
    const { model } = readFiles({
      ...tsconfig({ strict: false }),
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';\n@Toolset() export class A { /** A.\n * @param x X. */ @Tool() run(x: string | null): void {} }`,
    });
    expect(model.toolsets[0]?.tools[0]?.arguments.schema.properties).toEqual({
      x: { type: ['string', 'null'], description: 'X.' },
    });
  });
});
