import { join } from 'node:path';
import { measureProcesses, type ProcessMeasurement } from '../harness/measure-processes.js';
import { builtProject } from '../projects/foreign-toolsets.js';
import type { SuiteOptions } from './suite.js';

/** P7: a cold process whose first tool has answered, to bare Node. */
export interface ColdStartResults {
  readonly rows: readonly ProcessMeasurement[];
}

const TOOLS = 100;

export async function coldStartSuite({ rounds }: SuiteOptions): Promise<ColdStartResults> {
  const { folder } = builtProject(`cold-${TOOLS}`, TOOLS, 'jsdoc');
  const child = (name: string): string => new URL(`../children/${name}.js`, import.meta.url).pathname;
  const node = process.execPath;
  const rows = await measureProcesses(
    [
      { name: 'bare Node', file: node, arguments: [child('nothing')] },
      { name: 'Haft: first call among 100 tools', file: node, arguments: [child('cold-start'), join(folder, 'dist')] },
    ],
    // The system counts in ticks of 10 ms: many rounds make up for it.
    { rounds: Math.max(rounds, 15) },
  );
  return { rows };
}
