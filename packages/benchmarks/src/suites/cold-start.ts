import { join } from 'node:path';
import { measureProcesses } from '../harness/measure-processes.js';
import { withCompileCache } from '../harness/with-compile-cache.js';
import { ratios, spread, type Spread } from '../harness/statistics.js';
import { bundledApplication, bundledClasses } from '../projects/bundled-application.js';
import { builtProject } from '../projects/foreign-toolsets.js';
import type { SuiteOptions } from './suite.js';
import { FIRST_CALL, BUNDLED } from './row-names.js';

/**
 * P7: a cold process until its first tool has answered, compared with bare Node, and with a process
 * that only imports the classes of the project.
 */
export interface ColdStartResults {
  readonly rows: readonly ColdStartRow[];
}

export interface ColdStartRow {
  readonly name: string;
  readonly cpu: Spread;
  /** To bare Node. */
  readonly ratio: Spread;
  /** To the classes alone, also bundled if this row is. */
  readonly toClasses?: Spread;
}

const BARE = 'bare Node';
const CLASSES = "the project's own classes imported";
const BUNDLED_CLASSES = "the project's own classes, bundled into one file";
const TOOLS = 100;

export async function coldStartSuite({ rounds }: SuiteOptions): Promise<ColdStartResults> {
  const { folder } = builtProject(`cold-${TOOLS}`, TOOLS, 'jsdoc');
  const child = (name: string): string => new URL(`../children/${name}.js`, import.meta.url).pathname;
  const node = process.execPath;
  const bundled = { name: BUNDLED, file: node, arguments: [bundledApplication(folder)] };
  const measured = await measureProcesses(
    [
      { name: BARE, file: node, arguments: [child('nothing')] },
      { name: CLASSES, file: node, arguments: [child('import-classes'), join(folder, 'dist')] },
      { name: FIRST_CALL, file: node, arguments: [child('cold-start'), join(folder, 'dist')] },
      { name: BUNDLED_CLASSES, file: node, arguments: [bundledClasses(folder)] },
      bundled,
      { ...withCompileCache(bundled), name: 'Haft: and with the compile cache of Node' },
    ],
    { rounds },
  );
  // The figures of the processes themselves, because the system counts in ticks of 10 ms.
  const cpu = new Map(
    measured.map(({ name, said }) => [name, said.map((one) => (one as { readonly cpu: number }).cpu)]),
  );
  const to = (samples: readonly number[], base: string): Spread => ratios(samples, cpu.get(base) ?? []);
  return {
    rows: [...cpu].map(([name, samples]) => {
      const base = FLOORS.get(name);
      const toClasses = base === undefined ? {} : { toClasses: to(samples, base) };
      return { name, cpu: spread(samples), ratio: to(samples, BARE), ...toClasses };
    }),
  };
}

const FLOORS: ReadonlyMap<string, string> = new Map([
  [FIRST_CALL, CLASSES],
  [BUNDLED, BUNDLED_CLASSES],
]);
