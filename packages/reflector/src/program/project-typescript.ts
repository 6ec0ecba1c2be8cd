import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the major version of the TypeScript that is installed for a tsconfig. Before it is
 * installed, the oldest one counts.
 */
export function projectTypeScriptMajor(tsconfig: string): number {
  for (let folder = dirname(tsconfig); ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', 'typescript', 'package.json');
    if (existsSync(file)) {
      const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string };
      return Number.parseInt(version ?? '5', 10);
    }
    if (dirname(folder) === folder) return 5;
  }
}
