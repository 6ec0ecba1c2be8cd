import type { ProjectKind } from './template.js';

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

type Entries = Readonly<Record<string, string>>;

/** The entries that `haft init` adds to an existing package.json. */
export interface AddedEntries {
  readonly kind: ProjectKind;
  /** The version of Haft. */
  readonly version: string;
  /** For the key `haft`. */
  readonly settings: Entries;
  /** Whether the project was without TypeScript. */
  readonly isUntyped: boolean;
}

/** Adds missing entries. Changes no existing ones. */
export function withHaft(file: PackageJson, { kind, version, settings, isUntyped }: AddedEntries): PackageJson {
  const used = kind === 'nestjs' ? ['@haft/nestjs', 'haft'] : ['haft'];
  const scripts = buildsToolsets(file) ? file.scripts : withBuild(file.scripts);
  const compiler = isUntyped ? withoutKeysOf(COMPILER, file.dependencies) : {};
  return {
    ...file,
    scripts: isUntyped ? withMissing(scripts, { start: START }) : scripts,
    haft: { ...settings, ...(file.haft as object | undefined) },
    dependencies: withMissing(file.dependencies, Object.fromEntries(used.map((name) => [name, `^${version}`]))),
    devDependencies: withMissing(file.devDependencies, { '@haft/cli': `^${version}`, ...compiler }),
  } as PackageJson;
}

/** The command that runs the first example of a template. */
const START = 'node dist/main.js';

/** The development dependencies of a project that compiles with `tsc`. */
const COMPILER: Entries = { '@types/node': '^20.19.0', typescript: '^5.9.0' };

function withoutKeysOf(entries: Entries, existing: Entries = {}): Entries {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !Object.hasOwn(existing, key)));
}

function withMissing(existing: Entries | undefined, added: Entries): Entries {
  return { ...existing, ...added, ...existing };
}

/**
 * Scripts that need the generated module if they compile. A script that runs built code must work
 * without our command.
 */
const WANTING = ['dev', 'start', 'start:dev', 'start:debug', 'test', 'test:e2e'];
const COMPILES =
  /(^|\s)(nest start|next dev|nuxt dev|vite|vitest|jest|tsx|ts-node|ts-node-dev|nodemon|webpack|rspack)(\s|$)/;

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

/** Returns whether `npm start` runs the first example of a template. */
export function startsExample({ scripts = {} }: PackageJson): boolean {
  return scripts['start'] === START;
}

/** Returns the kind of a project, from the dependencies in its package.json. */
export function kindOf({ dependencies = {} }: PackageJson): ProjectKind {
  return '@nestjs/core' in dependencies ? 'nestjs' : 'node';
}
