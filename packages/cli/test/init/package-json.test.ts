import { newPackageJson, templateFor, withHaft } from '../../src/init/package-json.js';

describe('withHaft', () => {
  it('adds missing entries and changes no existing ones', () => {
    const file = {
      name: 'app',
      scripts: { build: 'nest build', prebuild: 'rimraf dist' },
      haft: { for: ['openai'] },
      dependencies: { '@nestjs/core': '^12.0.0', haft: '0.0.9' },
    };
    expect(withHaft(file, 'nestjs', '0.1.0')).toEqual({
      ...file,
      haft: { runtime: 'dist/runtime.js', for: ['openai'] },
      scripts: { build: 'nest build', prebuild: 'rimraf dist' },
      dependencies: { ...file.dependencies, '@haft/nestjs': '^0.1.0' },
      devDependencies: { '@haft/cli': '^0.1.0' },
    });
  });

  it('lets npm run the build before every build', () => {
    const { scripts } = withHaft({ scripts: { build: 'tsc' } }, 'node', '0.1.0');
    expect(scripts).toEqual({ prebuild: 'haft build', build: 'tsc' });
    const own = { build: 'haft build && tsc' };
    expect(withHaft({ scripts: own }, 'node', '0.1.0').scripts).toEqual(own);
  });

  it('lets npm run it before scripts that compile, and not before scripts for production', () => {
    const existing = {
      build: 'nest build',
      start: 'nest start',
      'start:dev': 'nest start --watch',
      'start:prod': 'node dist/main',
      test: 'vitest run',
    };
    expect(withHaft({ scripts: existing }, 'nestjs', '0.1.0').scripts).toEqual({
      prebuild: 'haft build',
      prestart: 'haft build',
      'prestart:dev': 'haft build',
      pretest: 'haft build',
      ...existing,
    });
    const { scripts } = withHaft({ scripts: { start: 'node dist/main.js' } }, 'node', '0.1.0');
    expect(scripts).not.toHaveProperty('prestart');
  });

  it('says where the command line finds the runtime, and keeps the settings that are there', () => {
    expect(withHaft({}, 'nestjs', '0.1.0').haft).toEqual({ runtime: 'dist/runtime.js' });
    expect(withHaft({}, 'node', '0.1.0').haft).toEqual({ runtime: 'dist/runtime.js' });
    expect(withHaft({ haft: { for: ['openai'] } }, 'node', '0.1.0', { tsconfig: 'tsconfig.app.json' }).haft).toEqual({
      tsconfig: 'tsconfig.app.json',
      runtime: 'dist/runtime.js',
      for: ['openai'],
    });
  });
});

describe('templateFor', () => {
  it('tells a NestJS project from its dependencies', () => {
    expect(templateFor({ dependencies: { '@nestjs/core': '^12.0.0' } })).toBe('nestjs');
    expect(templateFor({})).toBe('node');
    expect(templateFor(newPackageJson('app', '0.1.0'))).toBe('node');
  });
});
