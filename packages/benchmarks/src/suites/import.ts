import { measureProcesses } from '../harness/measure-processes.js';
import { spread, type Spread } from '../harness/statistics.js';
import { installedPeers } from '../peers.js';
import type { SuiteOptions } from './suite.js';

/** P5: the cost of importing a library, compared with bare Node, each in a new process. */
export interface ImportResults {
  readonly rows: readonly ImportRow[];
}

export interface ImportRow {
  readonly name: string;
  /** CPU in milliseconds, all threads. */
  readonly cpu: Spread;
  /** Heap and external memory after a collection, in megabytes. */
  readonly memory: Spread;
}

const CHILD = new URL('../../peers/measure-import.mjs', import.meta.url).pathname;

export async function importSuite({ rounds }: SuiteOptions): Promise<ImportResults> {
  const libraries = [
    { name: 'Haft: haft', packages: ['haft'] },
    { name: 'Haft: @haft/core, all that a library of toolsets imports', packages: ['@haft/core'] },
    { name: 'reflect-metadata', packages: ['reflect-metadata'] },
    {
      name: 'class-validator + class-transformer',
      packages: ['reflect-metadata', 'class-transformer', 'class-validator'],
    },
    ...installedPeers().map(({ name, packages }) => ({ name, packages })),
    ...peerLibraries(),
  ];
  const commands = libraries.map(({ name, packages }) => ({
    name,
    file: process.execPath,
    arguments: ['--expose-gc', CHILD, ...packages],
  }));
  const measured = await measureProcesses(commands, { rounds });
  return { rows: measured.map(({ name, said }) => ({ name, cpu: field(said, 'cpu'), memory: field(said, 'memory') })) };
}

function peerLibraries(): readonly { readonly name: string; readonly packages: readonly string[] }[] {
  return installedPeers().length === 0
    ? []
    : [
        { name: 'zod', packages: ['zod'] },
        { name: 'valibot', packages: ['valibot'] },
      ];
}

function field(said: readonly unknown[], name: 'cpu' | 'memory'): Spread {
  return spread(said.map((one) => (one as Record<typeof name, number>)[name]));
}
