import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The findings of `haft init` in the tsconfig of an existing project. */
export interface ExaminedTsconfig {
  /** For the key `haft` of package.json. */
  readonly settings: Readonly<Record<string, string>>;
  /** Changes that the user must make, each as a sentence. */
  readonly toChange: readonly string[];
}

/**
 * Finds the tsconfig that includes the sources, and its missing options.
 *
 * @param folder - the project's folder
 */
export function examineTsconfig(folder: string): ExaminedTsconfig {
  const root = textOf(folder, 'tsconfig.json');
  if (root === undefined) return { settings: {}, toChange: [] };
  const referenced = isReferencesOnly(root) ? referencesOf(root).filter((one) => existsSync(join(folder, one))) : [];
  const [name = 'tsconfig.json'] = [...referenced.filter((one) => one.endsWith('tsconfig.app.json')), ...referenced];
  const settings = name === 'tsconfig.json' ? {} : { tsconfig: name };
  const text = textOf(folder, name) ?? '';
  return { settings, toChange: [...missingDecorators(name, text), ...oldResolution(folder, name, text)] };
}

function missingDecorators(name: string, text: string): readonly string[] {
  if (/"experimentalDecorators"\s*:\s*true/.test(text)) return [];
  const unless = isExtending(text) ? ', unless a file that it extends has it' : '';
  return [`add "experimentalDecorators": true to the compilerOptions of ${name}${unless}`];
}

/** Finds options with which TypeScript does not read the `exports` of packages. */
function oldResolution(folder: string, name: string, text: string): readonly string[] {
  const resolution = optionOf(text, 'moduleResolution');
  const module = optionOf(text, 'module');
  if (resolution !== undefined) {
    if (!OLD_RESOLUTIONS.has(resolution)) return [];
    return [
      `remove "moduleResolution" from ${name}, and set "module" to "NodeNext": else TypeScript does not find haft`,
    ];
  }
  if (module === undefined ? isExtending(text) : RESOLVING_MODULES.test(module)) return [];
  // Since TypeScript 6, every module kind reads `exports`.
  if (typeScriptMajor(folder) >= 6) return [];
  return [`set "module" to "NodeNext" in the compilerOptions of ${name}: else TypeScript does not find haft`];
}

const OLD_RESOLUTIONS: ReadonlySet<string> = new Set(['node', 'node10', 'classic']);
const RESOLVING_MODULES = /^(?:node\d*|nodenext|preserve)$/;

function optionOf(text: string, option: string): string | undefined {
  return new RegExp(`"${option}"\\s*:\\s*"([^"]+)"`).exec(text)?.[1]?.toLowerCase();
}

function isExtending(text: string): boolean {
  return /"extends"\s*:/.test(text);
}

/**
 * Returns the major version of the installed TypeScript. Before it is installed, the oldest one
 * counts.
 */
function typeScriptMajor(folder: string): number {
  try {
    const { version } = createRequire(join(folder, 'package.json'))('typescript/package.json') as { version: string };
    return Number.parseInt(version, 10);
  } catch {
    return 5;
  }
}

/** Returns the text without comments. A tsconfig may have comments. */
function textOf(folder: string, name: string): string | undefined {
  const file = join(folder, name);
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').replace(/^\s*\/\/.*$|\/\*[^]*?\*\//gm, '');
}

function isReferencesOnly(text: string): boolean {
  return /"references"\s*:/.test(text) && /"files"\s*:\s*\[\s*\]/.test(text);
}

function referencesOf(text: string): readonly string[] {
  return [...text.matchAll(/"path"\s*:\s*"(?:\.\/)?([^"]+)"/g)].map(([, path = '']) =>
    path.endsWith('.json') ? path : `${path}/tsconfig.json`,
  );
}
