import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readTsconfig, type Tsconfig } from '../src/tsconfig.js';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function read(compilerOptions: object, version = '5.9.3'): { folder: string; config: Tsconfig | undefined } {
  const folder = mkdtempSync(join(tmpdir(), 'haft-tsconfig-'));
  folders.push(folder);
  const files = {
    'src/app.ts': '',
    'test/app.ts': '',
    'node_modules/typescript/package.json': JSON.stringify({ version }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src', 'test'], references: [{ path: './lib' }] }),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, config: readTsconfig(join(folder, 'tsconfig.json')) };
}

describe('readTsconfig', () => {
  it('returns the sources and the referenced tsconfig files as absolute paths', () => {
    const { folder, config } = read({});
    expect(config?.files).toEqual([join(folder, 'src/app.ts'), join(folder, 'test/app.ts')]);
    expect(config?.references).toEqual([join(folder, 'lib/tsconfig.json')]);
    expect(readTsconfig(join(folder, 'tsconfig.app.json'))).toBeUndefined();
  });

  it.each([
    ['5.9.3', {}, false],
    ['5.9.3', { module: 'commonjs' }, false],
    ['5.9.3', { module: 'esnext' }, false],
    ['5.9.3', { module: 'esnext', moduleResolution: 'bundler' }, true],
    ['5.9.3', { module: 'node18' }, true],
    ['5.9.3', { module: 'preserve' }, true],
    ['6.0.3', {}, true],
    ['6.0.3', { module: 'commonjs' }, true],
    ['6.0.3', { module: 'commonjs', moduleResolution: 'node10' }, false],
  ])('knows for TypeScript %s and the options %j that it reads `exports`: %s', (version, options, reads) => {
    expect(read(options, version).config).toMatchObject({
      readsExports: reads,
      setsResolution: 'moduleResolution' in options,
      isBeforeRequire: 'module' in options && options.module === 'node18',
    });
  });

  it.each([
    ['5.9.3', {}, 'src/app.js'],
    ['5.9.3', { outDir: 'dist' }, 'dist/src/app.js'],
    ['5.9.3', { outDir: 'dist', rootDir: 'src' }, 'dist/app.js'],
    ['6.0.3', { outDir: 'dist' }, 'dist/src/app.js'],
    ['5.9.3', { noEmit: true }, undefined],
    ['5.9.3', { emitDeclarationOnly: true, declaration: true }, undefined],
  ])('names the output of a source for TypeScript %s and the options %j: %s', (version, options, output) => {
    const { folder, config } = read({ ...options, module: 'NodeNext' }, version);
    expect(config?.outputOf(join(folder, 'src/app.ts'))).toBe(output === undefined ? undefined : join(folder, output));
    expect(config?.outputOf(join(folder, 'src/other.ts'))).toBeUndefined();
  });

  it('knows the default `rootDir` of TypeScript 6, which does not depend on the sources', () => {
    const folder = read({}).folder;
    const write = (version: string): Tsconfig | undefined => {
      writeFileSync(join(folder, 'node_modules/typescript/package.json'), JSON.stringify({ version }));
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { outDir: 'dist' }, include: ['src'] }),
      );
      return readTsconfig(join(folder, 'tsconfig.json'));
    };
    expect(write('5.9.3')?.outputOf(join(folder, 'src/app.ts'))).toBe(join(folder, 'dist/app.js'));
    expect(write('6.0.3')?.outputOf(join(folder, 'src/app.ts'))).toBe(join(folder, 'dist/src/app.js'));
  });

  it('ignores errors, which a build reports', () => {
    expect(read({ module: 'nothing', outDir: 7 }).config?.experimentalDecorators).toBe(false);
    expect(read({ experimentalDecorators: true }).config?.experimentalDecorators).toBe(true);
  });
});
