import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { Settings } from '../settings/settings.js';
import type { Finding } from './finding.js';

/**
 * Checks the built runtime that `haft call` needs. Without the setting, there is nothing to check.
 */
export function examineRuntime({ runtime, folder }: Settings): readonly Finding[] {
  if (runtime === undefined) return [];
  const shown = relative(folder, runtime);
  if (existsSync(runtime)) return [{ about: 'runtime', verdict: 'well', message: shown }];
  const message = `There is no ${shown}, which the setting "runtime" names.`;
  return [{ about: 'runtime', verdict: 'doubtful', message, fix: 'Build the project. Only haft call needs it.' }];
}
