import type { TemplateName } from './template.js';

/** What `haft init` reads and writes of a package.json. */
export interface PackageJson {
  readonly name?: string;
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly haft?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** The package.json of a new project. @param version - of Haft */
export function newPackageJson(name: string, version: string): PackageJson {
  return {
    name,
    private: true,
    type: 'module',
    scripts: { build: 'haft build && tsc', start: 'node dist/main.js' },
    haft: { runtime: 'dist/runtime.js' },
    dependencies: { haft: `^${version}` },
    devDependencies: { '@haft/cli': `^${version}`, '@types/node': '^20.19.0', typescript: '^5.9.0' },
  };
}

/** With what is missing; nothing that stands there is changed. @param version - of Haft */
export function withHaft(file: PackageJson, version: string): PackageJson {
  return {
    ...file,
    scripts: buildsToolsets(file) ? file.scripts : { prebuild: 'haft build', ...file.scripts },
    dependencies: { ...file.dependencies, haft: file.dependencies?.haft ?? `^${version}` },
    devDependencies: { ...file.devDependencies, '@haft/cli': file.devDependencies?.['@haft/cli'] ?? `^${version}` },
  } as PackageJson;
}

/** Whether some script runs `haft build`. */
export function buildsToolsets({ scripts = {} }: PackageJson): boolean {
  return Object.values(scripts).some((script) => script.includes('haft build'));
}

/** What a project is, as far as its package.json tells. */
export function templateFor({ dependencies = {} }: PackageJson): TemplateName {
  return '@nestjs/core' in dependencies ? 'nestjs' : 'node';
}
