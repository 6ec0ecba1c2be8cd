import { existsSync, readFileSync } from 'node:fs';
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
  if (/"experimentalDecorators"\s*:\s*true/.test(text)) return { settings, toChange: [] };
  const unless = /"extends"\s*:/.test(text) ? ', unless a file that it extends has it' : '';
  return {
    settings,
    toChange: [`add "experimentalDecorators": true to the compilerOptions of ${name}${unless}`],
  };
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
