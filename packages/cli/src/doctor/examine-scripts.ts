import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.js';

/**
 * Checks that a script writes the generated module before the project is compiled.
 *
 * @param folder - the project's folder
 */
export function examineScripts(folder: string): Finding {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) {
    const fix = 'Run npm init -y. Settings and scripts are in package.json.';
    return { about: 'scripts', verdict: 'doubtful', message: `There is no package.json in ${folder}.`, fix };
  }
  const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> };
  const builder = Object.entries(scripts).find(([, script]) => /\bhaft (build|check|watch)\b/.test(script));
  if (builder !== undefined) return { about: 'scripts', verdict: 'well', message: `${builder[0]}: ${builder[1]}` };
  return {
    about: 'scripts',
    verdict: 'doubtful',
    message: 'No script runs haft build.',
    fix: 'Add "prebuild": "haft build" to the scripts of package.json.',
  };
}
