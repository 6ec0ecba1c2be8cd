import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { compareDefinitions } from '@haft/schema/compatibility';
import { changeText } from '../output/change-text.js';
import { moduleTools } from './module-tools.js';

const run = promisify(execFile);
const LARGEST_MODULE = 100_000_000;

/**
 * Returns the changes of the tools between the generated module of the last commit and a text, one
 * line each. Empty if git does not have the module.
 *
 * @param file - the generated module
 * @param text - its text now
 */
export async function committedChanges(file: string, text: string): Promise<readonly string[]> {
  const committed = await committedText(file);
  if (committed === undefined) return [];
  const { changes } = compareDefinitions(moduleTools(committed), moduleTools(text));
  return changes.map((change) => `${change.tool}: ${change.compatibility}: ${changeText(change)}`);
}

async function committedText(file: string): Promise<string | undefined> {
  try {
    const options = { cwd: dirname(file), maxBuffer: LARGEST_MODULE };
    const { stdout } = await run('git', ['show', `HEAD:./${basename(file)}`], options);
    return stdout;
  } catch {
    // No git, no repository, no commit, or the module is not in it.
    return undefined;
  }
}
