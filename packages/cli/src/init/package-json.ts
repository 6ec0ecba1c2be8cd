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
export function withHaft(file: PackageJson, template: TemplateName, version: string): PackageJson {
  const used = template === 'nestjs' ? ['@haft/nestjs', 'haft'] : ['haft'];
  return {
    ...file,
    scripts: buildsToolsets(file) ? file.scripts : withBuild(file.scripts),
    ...(template === 'nestjs' && { haft: file.haft ?? { runtime: 'dist/runtime.js' } }),
    dependencies: withMissing(file.dependencies, Object.fromEntries(used.map((name) => [name, `^${version}`]))),
    devDependencies: withMissing(file.devDependencies, { '@haft/cli': `^${version}` }),
  } as PackageJson;
}

type Entries = Readonly<Record<string, string>>;

function withMissing(existing: Entries | undefined, added: Entries): Entries {
  return { ...existing, ...added, ...existing };
}

/** Scripts that want the generated module, where they compile on the way. One that runs what is built must do without our command. */
const WANTING = ['start', 'start:dev', 'start:debug', 'test', 'test:e2e'];
const COMPILES = /\b(nest start|vitest|jest)\b/;

/** npm runs `haft build` before every script that compiles; where nothing changed, that takes no tenth of a second. */
function withBuild(scripts: Entries = {}): Entries {
  const compiling = ['build', ...WANTING.filter((name) => COMPILES.test(scripts[name] ?? ''))];
  return { ...Object.fromEntries(compiling.map((name) => [`pre${name}`, 'haft build'])), ...scripts };
}

/** Whether some script runs `haft build`. */
export function buildsToolsets({ scripts = {} }: PackageJson): boolean {
  return Object.values(scripts).some((script) => script.includes('haft build'));
}

/** What a project is, as far as its package.json tells. */
export function templateFor({ dependencies = {} }: PackageJson): TemplateName {
  return '@nestjs/core' in dependencies ? 'nestjs' : 'node';
}
