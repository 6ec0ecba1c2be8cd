import { describe, expect, it } from '@jest/globals';
import { onlyTool, readFiles, type Files } from '../support/read-fixture.js';

/* Types come from wherever TypeScript finds them. */

const options = { target: 'ES2022', module: 'NodeNext', strict: true, experimentalDecorators: true, types: [] };

describe('types and classes of other places', () => {
  it('come through path aliases', () => {
    const project = readFiles({
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...options, paths: { '@app/*': ['./src/app/*'] } },
        include: ['src'],
      }),
      'src/app/dto.ts': 'export class Dto { /** A name. */ name!: string }',
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';\nimport { Dto } from '@app/dto.js';\n@Toolset() export class Tools { /** A. */ @Tool() take(dto: Dto): void {} }`,
    });
    const tool = onlyTool(project);
    expect(tool.arguments.schema.properties).toEqual({ name: { type: 'string', description: 'A name.' } });
    expect(tool.arguments.revivals.get(tool.arguments.schema)).toMatchObject({
      class: { exportName: 'Dto', from: { file: expect.stringMatching(/src\/app\/dto\.ts$/) as unknown as string } },
    });
  });

  const packaged: Files = {
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src'] }),
    'node_modules/acme/package.json': JSON.stringify({
      name: 'acme',
      version: '1.0.0',
      type: 'module',
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
    }),
    'node_modules/acme/index.js': '',
    'node_modules/acme/index.d.ts': `export { Money } from './money.js';
/** Where to send it. */
export interface Address { /** With number. */ street: string }
export declare abstract class Store<T> { get(id: string): T }`,
    'node_modules/acme/money.d.ts': 'export declare class Money { amount: number; private secret; toString(): string }',
  };

  it('come from node_modules, with the name of the package for classes', () => {
    const tool = onlyTool(
      readFiles({
        ...packaged,
        'src/main.ts': `import { Tool, Toolset } from '@haft/core';\nimport { Money, type Address } from 'acme';\n@Toolset() export class Tools { /** A. */ @Tool() take(money: Money, address: Address): void {} }`,
      }),
    );
    expect(tool.arguments.schema.properties).toMatchObject({
      money: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
      address: { properties: { street: { type: 'string' } } },
    });
    expect([...tool.arguments.revivals.values()]).toMatchObject([
      { kind: 'dto', class: { exportName: 'Money', from: { specifier: 'acme' } } },
    ]);
  });

  it('give a diagnostic in the own sources when the type of a package has no JSON form', () => {
    const { diagnostics } = readFiles({
      ...packaged,
      'node_modules/acme/index.d.ts': 'export interface Job { name: string; run(): void }',
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';\nimport type { Job } from 'acme';\n@Toolset() export class Tools {\n  /** A. */ @Tool() take(job: Job): void {}\n}`,
    });
    expect(diagnostics.map((one) => `${one.code} ${one.file}:${one.line}:${one.column}`)).toEqual([
      'HAFT1040 src/main.ts:4:26',
    ]);
  });

  it('come from the sources of a referenced project that was never built', () => {
    const composite = { ...options, composite: true, outDir: 'dist', rootDir: 'src' };
    const project = readFiles({
      'lib/tsconfig.json': JSON.stringify({ compilerOptions: composite, include: ['src'] }),
      'lib/package.json': JSON.stringify({
        name: 'lib',
        type: 'module',
        exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      }),
      'lib/src/index.ts': `import { Tool, Toolset } from '@haft/core';
export class Dto { name!: string }
export interface Plain { a: number }
@Toolset() export class Foreign { /** F. */ @Tool() foreign(): void {} }`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...options, paths: { lib: ['./lib/dist/index.d.ts'] } },
        include: ['src'],
        references: [{ path: './lib' }],
      }),
      'src/main.ts': `import { Tool, Toolset } from '@haft/core';\nimport { Dto, type Plain } from 'lib';\n@Toolset() export class Tools { /** A. */ @Tool() take(dto: Dto, plain: Plain): void {} }`,
    });
    const tool = onlyTool(project);
    expect(tool.arguments.schema.properties).toMatchObject({
      dto: { properties: { name: { type: 'string' } } },
      plain: { properties: { a: { type: 'number' } } },
    });
    expect([...tool.arguments.revivals.values()]).toMatchObject([
      { kind: 'dto', class: { from: { specifier: 'lib' } } },
    ]);
    expect(project.model.toolsets.map((one) => one.name)).toEqual(['Tools']);
  });

  it('may be in CommonJS projects, and import in any style', () => {
    const read = (imports: string, compilerOptions: object): string | undefined => {
      const { model } = readFiles({
        'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, ...compilerOptions }, include: ['src'] }),
        'src/other.ts': 'export interface Other { a: string }',
        'src/main.ts': `import { Tool, Toolset } from '@haft/core';\n${imports}\n@Toolset() export class Tools { /** A. */ @Tool() take(a: string): void {} }`,
      });
      return model.toolsets.length === 1 ? model.importStyle : undefined;
    };
    const bundler = { module: 'ESNext', moduleResolution: 'Bundler' };
    expect(read(`import type { Other } from './other.js';`, {})).toBe('.js');
    expect(read(`import type { Other } from './other';`, bundler)).toBe('');
    expect(
      read(`import type { Other } from './other.ts';`, { ...bundler, allowImportingTsExtensions: true, noEmit: true }),
    ).toBe('.ts');
    expect(read('', {})).toBe('.js');
    expect(read('', bundler)).toBe('');
    expect(read('', { ...bundler, allowImportingTsExtensions: true, noEmit: true })).toBe('.ts');
  });

  it.each([
    ['without extensions, NodeNext: import() stays, and finds no file', './other', 'NodeNext', 'require'],
    ['with extensions, NodeNext', './other.js', 'NodeNext', 'import'],
    ['without extensions, CommonJS: import() becomes require', './other', 'CommonJS', 'import'],
  ])('load lazily in the way that their compiler supports: %s', (_title, specifier, module, expected) => {
    const { model } = readFiles({
      'package.json': '{}',
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, module, moduleResolution: undefined } }),
      'src/other.ts': 'export interface Other { a: string }',
      'src/main.ts': `import type { Other } from '${specifier}';`,
    });
    expect(model.lazyImport).toBe(expected);
  });
});
