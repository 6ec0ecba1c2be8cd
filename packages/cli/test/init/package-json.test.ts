import { startsExample, kindOf, withHaft, type AddedEntries } from '../../src/init/package-json.js';

const NODE: AddedEntries = {
  kind: 'node',
  version: '0.1.0',
  settings: { runtime: 'dist/runtime.js' },
  isUntyped: false,
};
const NESTJS: AddedEntries = { ...NODE, kind: 'nestjs' };

describe('withHaft', () => {
  it('adds missing entries and changes no existing ones', () => {
    const file = {
      name: 'app',
      scripts: { build: 'nest build', prebuild: 'rimraf dist' },
      haft: { for: ['openai'] },
      dependencies: { '@nestjs/core': '^12.0.0', haft: '0.0.9' },
    };
    expect(withHaft(file, NESTJS)).toEqual({
      ...file,
      haft: { runtime: 'dist/runtime.js', for: ['openai'] },
      scripts: { build: 'nest build', prebuild: 'rimraf dist' },
      dependencies: { ...file.dependencies, '@haft/nestjs': '^0.1.0' },
      devDependencies: { '@haft/cli': '^0.1.0' },
    });
  });

  it('lets npm run the build before every build', () => {
    const { scripts } = withHaft({ scripts: { build: 'tsc' } }, NODE);
    expect(scripts).toEqual({ prebuild: 'haft build', build: 'tsc' });
    const own = { build: 'haft build && tsc' };
    expect(withHaft({ scripts: own }, NODE).scripts).toEqual(own);
  });

  it('lets npm run it before scripts that compile, and not before scripts for production', () => {
    const existing = {
      build: 'nest build',
      start: 'nest start',
      'start:dev': 'nest start --watch',
      'start:prod': 'node dist/main',
      test: 'vitest run',
    };
    expect(withHaft({ scripts: existing }, NESTJS).scripts).toEqual({
      prebuild: 'haft build',
      prestart: 'haft build',
      'prestart:dev': 'haft build',
      pretest: 'haft build',
      ...existing,
    });
    const { scripts } = withHaft({ scripts: { start: 'node dist/main.js' } }, NODE);
    expect(scripts).not.toHaveProperty('prestart');
  });

  it('adds the settings of the command line, and keeps existing ones', () => {
    const settings = { tsconfig: 'tsconfig.app.json', runtime: 'build/runtime.js' };
    expect(withHaft({}, { ...NODE, settings }).haft).toEqual(settings);
    const own = { for: ['openai'], runtime: 'lib/app.js' };
    expect(withHaft({ haft: own }, { ...NODE, settings }).haft).toEqual({ tsconfig: 'tsconfig.app.json', ...own });
  });

  it('adds a compiler and a start script to a project without TypeScript', () => {
    const untyped: AddedEntries = { ...NODE, isUntyped: true };
    const added = withHaft({ dependencies: { typescript: '5.8.3' } }, untyped);
    expect(added).toMatchObject({
      scripts: { prebuild: 'haft build', build: 'tsc', start: 'node dist/main.js' },
      devDependencies: { '@haft/cli': '^0.1.0', '@types/node': '^20.19.0' },
    });
    expect(added.devDependencies).not.toHaveProperty('typescript');
    expect(startsExample(added)).toBe(true);
    expect(startsExample(withHaft({ scripts: { start: 'node server.js' } }, untyped))).toBe(false);
  });
});

describe('kindOf', () => {
  it('tells a NestJS project from its dependencies', () => {
    expect(kindOf({ dependencies: { '@nestjs/core': '^12.0.0' } })).toBe('nestjs');
    expect(kindOf({})).toBe('node');
  });
});
