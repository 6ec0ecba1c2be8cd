import { join } from 'node:path';
import { measureProcesses } from '../harness/measure-processes.js';
import { withCompileCache } from '../harness/with-compile-cache.js';
import { ratios, spread, type Spread } from '../harness/statistics.js';
import { bundledApplication } from '../projects/bundled-application.js';
import { builtProject } from '../projects/foreign-toolsets.js';
import type { SuiteOptions } from './suite.js';

/** P7: a cold process until its first tool has answered, compared with bare Node. */
export interface ColdStartResults {
  readonly rows: readonly { readonly name: string; readonly cpu: Spread; readonly ratio: Spread }[];
}

export const FIRST_CALL = 'Haft: first call among 100 tools';
export const BUNDLED = 'Haft: the same, the application bundled into one file';

const TOOLS = 100;

export async function coldStartSuite({ rounds }: SuiteOptions): Promise<ColdStartResults> {
  const { folder } = builtProject(`cold-${TOOLS}`, TOOLS, 'jsdoc');
  const child = (name: string): string => new URL(`../children/${name}.js`, import.meta.url).pathname;
  const node = process.execPath;
  const bundled = { name: BUNDLED, file: node, arguments: [bundledApplication(folder)] };
  const measured = await measureProcesses(
    [
      { name: 'bare Node', file: node, arguments: [child('nothing')] },
      {
        name: "the project's own classes imported",
        file: node,
        arguments: [child('import-classes'), join(folder, 'dist')],
      },
      { name: FIRST_CALL, file: node, arguments: [child('cold-start'), join(folder, 'dist')] },
      bundled,
      { ...withCompileCache(bundled), name: 'Haft: and with the compile cache of Node' },
    ],
    { rounds },
  );
  // The figures of the processes themselves, because the system counts in ticks of 10 ms.
  const cpu = measured.map(({ said }) => said.map((one) => (one as { readonly cpu: number }).cpu));
  return {
    rows: measured.map(({ name }, i) => ({
      name,
      cpu: spread(cpu[i] ?? []),
      ratio: ratios(cpu[i] ?? [], cpu[0] ?? []),
    })),
  };
}
