import { describe, expect, it } from '@jest/globals';
import { ts } from '../../src/program/typescript.js';
import { readFiles, toolsetSource, type Files } from '../support/read-fixture.js';

/* The defaults for missing options are those of the project's own compiler, and no others. */

const SOURCE = {
  'package.json': JSON.stringify({ type: 'module' }),
  'src/main.ts': toolsetSource('  /** A. */ @Tool() a(/** B. */ b?: string): void {}'),
};

/** Options that have no defaults here. Without them, a program has all installed types. */
const CHEAP = { experimentalDecorators: true, lib: ['ES2022'], libReplacement: false, typeRoots: ['types'] };

interface Said {
  readonly module?: string;
  readonly moduleResolution?: string;
  readonly target?: string;
}

/**
 * A project with a compiler of this version, and its options in the file itself or in one that it
 * extends.
 */
function filesOf(version: string, said: Said, extended: boolean): Files {
  const compilerOptions = { ...CHEAP, ...said };
  const compiler = {
    'node_modules/typescript/package.json': JSON.stringify({ name: 'typescript', version }),
  };
  const configs: Files = extended
    ? {
        'tsconfig.base.json': JSON.stringify({ compilerOptions }),
        'tsconfig.json': JSON.stringify({ extends: './tsconfig.base.json', include: ['src'] }),
      }
    : { 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }) };
  return { ...SOURCE, ...compiler, ...configs };
}

interface ReadOptions {
  readonly errors: readonly string[];
  readonly resolution: string | undefined;
  readonly strict: boolean | undefined;
  readonly types: readonly string[] | undefined;
  readonly tools: number;
}

function read(version: string, said: Said, extended = false): ReadOptions {
  const { program, diagnostics, model } = readFiles(filesOf(version, said, extended));
  const options = program?.getCompilerOptions();
  return {
    errors: diagnostics.filter((one) => one.severity === 'error').map((one) => `${one.code} ${one.message}`),
    resolution: options?.moduleResolution === undefined ? undefined : ts.ModuleResolutionKind[options.moduleResolution],
    strict: options?.strict,
    types: options?.types,
    tools: model.toolsets.flatMap((one) => one.tools).length,
  };
}

const NEWER = ['6.0.3', '7.0.2'];

describe('the defaults of TypeScript 6 and 7', () => {
  const cases: readonly (readonly [Said, string])[] = [
    [{}, 'Bundler'],
    [{ target: 'ES2022' }, 'Bundler'],
    [{ module: 'ESNext' }, 'Bundler'],
    [{ module: 'ES2022' }, 'Bundler'],
    [{ module: 'Preserve' }, 'Bundler'],
    [{ module: 'CommonJS' }, 'Bundler'],
    [{ module: 'Node16' }, 'Node16'],
    [{ module: 'Node18' }, 'Node16'],
    [{ module: 'Node20' }, 'Node16'],
    [{ module: 'NodeNext' }, 'NodeNext'],
    [{ module: 'NodeNext', target: 'ES2022' }, 'NodeNext'],
    [{ module: 'NodeNext', moduleResolution: 'NodeNext' }, 'NodeNext'],
    [{ module: 'NodeNext', moduleResolution: 'Node16' }, 'Node16'],
    [{ module: 'Node16', moduleResolution: 'Node16' }, 'Node16'],
    [{ module: 'ESNext', moduleResolution: 'Bundler' }, 'Bundler'],
    [{ module: 'CommonJS', moduleResolution: 'Bundler' }, 'Bundler'],
    [{ moduleResolution: 'Bundler' }, 'Bundler'],
  ];
  const found = { errors: [], strict: true, types: [], tools: 1 };

  it.each(cases)('follow the options in the file: %j', (said, resolution) => {
    expect(read('6.0.3', said)).toEqual({ ...found, resolution });
  });

  it.each(NEWER)('follow the options in a file that it extends: %s', (version) => {
    expect(read(version, { module: 'Node16' }, true)).toEqual({ ...found, resolution: 'Node16' });
  });

  it.each(NEWER)('yield to what the file says: %s', (version) => {
    const compilerOptions = { ...CHEAP, module: 'NodeNext', strict: false, types: ['one'] };
    const { program } = readFiles({
      ...filesOf(version, {}, false),
      'types/one/index.d.ts': '',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    });
    expect(program?.getCompilerOptions()).toMatchObject({ strict: false, types: ['one'] });
  });

  it.each(NEWER)('leave an option that contradicts another one to be reported: %s', (version) => {
    expect(read(version, { module: 'NodeNext', moduleResolution: 'Bundler' }).errors[0]).toMatch(/^HAFT1001 TS5\d+: /);
  });

  it.each(NEWER)('read every installed package with `types: ["*"]`: %s', (version) => {
    const compilerOptions = { ...CHEAP, module: 'NodeNext', types: ['*'] };
    const { program, diagnostics } = readFiles({
      ...filesOf(version, {}, false),
      'types/one/index.d.ts': '',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    });
    expect(diagnostics).toEqual([]);
    expect(program?.getSourceFiles().map((one) => one.fileName)).toContainEqual(
      expect.stringMatching(/\/types\/one\/index\.d\.ts$/),
    );
  });
});

describe('the defaults of TypeScript 5.9', () => {
  const cases: readonly (readonly [Said, boolean])[] = [
    [{ module: 'NodeNext' }, false],
    [{ module: 'Node16' }, true],
    [{ module: 'Preserve' }, false],
    [{ module: 'ESNext', moduleResolution: 'Bundler' }, true],
  ];

  it.each(cases)('are left to the compiler: %j, extended: %s', (said, extended) => {
    const found = read('5.9.3', said, extended);
    expect(found).toMatchObject({ errors: [], strict: undefined, types: undefined, tools: 1 });
    expect(found.resolution).toBe(said.moduleResolution);
  });

  it('refuse the resolution of bundlers in CommonJS modules', () => {
    const { errors } = read('5.9.3', { module: 'CommonJS', moduleResolution: 'Bundler' });
    expect(errors[0]).toMatch(/^HAFT1001 TS5095: /);
  });
});
