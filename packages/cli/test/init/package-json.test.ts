import { newPackageJson, templateFor, withHaft } from '../../src/init/package-json.js';

describe('withHaft', () => {
  it('adds what is missing and changes nothing that stands there', () => {
    const file = {
      name: 'app',
      scripts: { build: 'nest build', prebuild: 'rimraf dist' },
      dependencies: { '@nestjs/core': '^12.0.0', haft: '0.0.9' },
    };
    expect(withHaft(file, '0.1.0')).toEqual({
      ...file,
      scripts: { build: 'nest build', prebuild: 'rimraf dist' },
      devDependencies: { '@haft/cli': '^0.1.0' },
    });
  });

  it('lets npm run the build before every build', () => {
    expect(withHaft({ scripts: { build: 'tsc' } }, '0.1.0').scripts).toEqual({ prebuild: 'haft build', build: 'tsc' });
    const own = { build: 'haft build && tsc' };
    expect(withHaft({ scripts: own }, '0.1.0').scripts).toEqual(own);
  });
});

describe('templateFor', () => {
  it('tells a NestJS project from its dependencies', () => {
    expect(templateFor({ dependencies: { '@nestjs/core': '^12.0.0' } })).toBe('nestjs');
    expect(templateFor({})).toBe('node');
    expect(templateFor(newPackageJson('app', '0.1.0'))).toBe('node');
  });
});
