import { join, relative, sep } from 'node:path';
import { readTsconfig, type Tsconfig } from '@haft/reflector/tsconfig';

/** The findings of `haft init` in the tsconfig of an existing project. */
export interface ExaminedTsconfig {
  /** Whether the compiler writes JavaScript. Otherwise, a bundler or a framework does. */
  readonly writesCode: boolean;
  /** Whether TypeScript refuses parameter properties. */
  readonly erasableSyntaxOnly: boolean;
  /** For the key `haft` of package.json. */
  readonly settings: Readonly<Record<string, string>>;
  /** Changes that the user must make, each as a sentence. */
  readonly toChange: readonly string[];
}

/** A project with the sources of a template. */
export interface ProjectToExamine {
  /** The absolute path. */
  readonly folder: string;
  /** Whether package.json has `"type": "module"`. */
  readonly isModule: boolean;
  /** Whether package.json already names the built runtime. */
  readonly namesRuntime: boolean;
}

/** The module that creates the runtime, in each template. */
const RUNTIME = 'src/runtime.ts';
const BUILT_RUNTIME = 'dist/runtime.js';

/** Finds the tsconfig that includes the sources, and the options that it must change. */
export function examineTsconfig(project: ProjectToExamine): ExaminedTsconfig {
  const name = configOfSources(project.folder);
  const config = readTsconfig(join(project.folder, name));
  if (config === undefined)
    return { writesCode: true, erasableSyntaxOnly: false, settings: { runtime: BUILT_RUNTIME }, toChange: [] };
  const { writesCode, erasableSyntaxOnly } = config;
  const runtime = builtRuntime(project.folder, name, config);
  return {
    writesCode,
    erasableSyntaxOnly,
    settings: {
      ...(name === 'tsconfig.json' ? {} : { tsconfig: name }),
      ...(runtime !== undefined && { runtime }),
    },
    toChange: [
      ...missingSources(project, name, config),
      ...missingDecorators(name, config),
      ...unsuitableModules(project, name, config),
      ...(runtime === undefined && !project.namesRuntime ? [unknownOutput(name)] : []),
    ],
  };
}

/** Returns the name of the tsconfig that includes the sources. A root may have references only. */
function configOfSources(folder: string): string {
  const root = readTsconfig(join(folder, 'tsconfig.json'));
  if (root === undefined || root.files.length > 0) return 'tsconfig.json';
  const source = join(folder, RUNTIME);
  const found = root.references.find((path) => readTsconfig(path)?.files.includes(source) === true);
  return found === undefined ? 'tsconfig.json' : shown(folder, found);
}

/** Returns the file that the build writes for the module of the runtime. */
function builtRuntime(folder: string, name: string, config: Tsconfig): string | undefined {
  // The command `nest build` reads this file. Without the tests, the common folder is another one.
  const build = name === 'tsconfig.json' ? readTsconfig(join(folder, 'tsconfig.build.json')) : undefined;
  const output = (build ?? config).outputOf(join(folder, RUNTIME));
  return output === undefined ? undefined : shown(folder, output);
}

function missingSources({ folder }: ProjectToExamine, name: string, { files }: Tsconfig): readonly string[] {
  return files.includes(join(folder, RUNTIME)) ? [] : [`add "src" to the "include" of ${name}`];
}

function missingDecorators(name: string, { experimentalDecorators }: Tsconfig): readonly string[] {
  return experimentalDecorators ? [] : [`add "experimentalDecorators": true to the compilerOptions of ${name}`];
}

/** Finds kinds of modules with which TypeScript does not find Haft or cannot import it. */
function unsuitableModules(project: ProjectToExamine, name: string, config: Tsconfig): readonly string[] {
  const isRefused = config.isBeforeRequire && !project.isModule;
  if (config.readsExports && !isRefused) return [];
  const options = config.setsResolution ? '"module" and "moduleResolution"' : '"module"';
  const why = isRefused ? 'CommonJS cannot import haft' : 'TypeScript does not find haft';
  return [`set ${options} to "NodeNext" in the compilerOptions of ${name}: else ${why}`];
}

function unknownOutput(name: string): string {
  return `for haft call, haft inspect and haft mcp, set "runtime" under "haft" in package.json to the file that your build writes for ${RUNTIME}: ${name} writes none`;
}

function shown(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}
