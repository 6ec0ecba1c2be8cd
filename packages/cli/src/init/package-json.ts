import type { TemplateName } from './template.js';

/** The part of a package.json that `haft init` reads and writes. */
export interface PackageJson {
  readonly name?: string;
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly haft?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/**
 * Returns the package.json of a new project.
 *
 * @param version - the version of Haft
 */
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

/**
 * Adds missing entries. Changes no existing ones.
 *
 * @param version - the version of Haft
 * @param settings - for the key `haft`, if the file has none
 */
export function withHaft(
  file: PackageJson,
  template: TemplateName,
  version: string,
  settings: Readonly<Record<string, string>> = {},
): PackageJson {
  const used = template === 'nestjs' ? ['@haft/nestjs', 'haft'] : ['haft'];
  return {
    ...file,
    scripts: buildsToolsets(file) ? file.scripts : withBuild(file.scripts),
    haft: { ...settings, runtime: 'dist/runtime.js', ...(file.haft as object | undefined) },
    dependencies: withMissing(file.dependencies, Object.fromEntries(used.map((name) => [name, `^${version}`]))),
    devDependencies: withMissing(file.devDependencies, { '@haft/cli': `^${version}` }),
  } as PackageJson;
}

type Entries = Readonly<Record<string, string>>;

function withMissing(existing: Entries | undefined, added: Entries): Entries {
  return { ...existing, ...added, ...existing };
}

/**
 * Scripts that need the generated module if they compile. A script that runs built code must work
 * without our command.
 */
const WANTING = ['start', 'start:dev', 'start:debug', 'test', 'test:e2e'];
const COMPILES = /\b(nest start|vitest|jest)\b/;

/**
 * Lets npm run `haft build` before every script that compiles. If nothing changed, a build takes
 * less than 0.1 seconds.
 */
function withBuild(scripts: Entries = {}): Entries {
  const compiling = ['build', ...WANTING.filter((name) => COMPILES.test(scripts[name] ?? ''))];
  const before = Object.fromEntries(compiling.map((name) => [`pre${name}`, 'haft build']));
  return { ...before, build: 'tsc', ...scripts };
}

/** Returns whether a script runs `haft build`. */
export function buildsToolsets({ scripts = {} }: PackageJson): boolean {
  return Object.values(scripts).some((script) => script.includes('haft build'));
}

/** Returns the kind of a project, from the dependencies in its package.json. */
export function templateFor({ dependencies = {} }: PackageJson): TemplateName {
  return '@nestjs/core' in dependencies ? 'nestjs' : 'node';
}
