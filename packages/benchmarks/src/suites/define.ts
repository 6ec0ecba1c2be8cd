import { join } from 'node:path';
import { measureProcesses, type Command } from '../harness/measure-processes.js';
import { spread, type Spread } from '../harness/statistics.js';
import { installedPeers } from '../peers.js';
import { builtProject } from '../projects/foreign-toolsets.js';
import type { SuiteOptions } from './suite.js';

/** P6: many tools, defined and ready to be shown to a model. */
export interface DefineResults {
  readonly sizes: readonly { readonly tools: number; readonly rows: readonly DefineRow[] }[];
}

export interface DefineRow {
  readonly name: string;
  readonly cpu: Spread;
  readonly memory: Spread;
  /** Haft's share by step, in milliseconds. */
  readonly parts?: Readonly<Record<string, number>>;
}

const SIZES = [1000, 10_000];
const HAFT_CHILD = new URL('../children/define-haft.js', import.meta.url).pathname;
const PEER_CHILD = new URL('../../peers/measure-define.mjs', import.meta.url).pathname;

export async function defineSuite({ rounds }: SuiteOptions): Promise<DefineResults> {
  const sizes = [];
  for (const tools of SIZES) {
    const measured = await measureProcesses(commands(tools), { rounds: Math.min(rounds, 3) });
    sizes.push({ tools, rows: measured.map(({ name, said }) => row(name, said as Said[])) });
  }
  return { sizes };
}

function commands(tools: number): Command[] {
  const { folder } = builtProject(`define-${tools}`, tools);
  const node = process.execPath;
  const flags = ['--expose-gc', '--max-old-space-size=6144'];
  const peers = installedPeers().map(({ name, file }) => ({
    name,
    file: node,
    arguments: [...flags, PEER_CHILD, `./${file}`, String(tools)],
  }));
  return [
    {
      name: 'Haft: import, createRuntime, definitions()',
      file: node,
      arguments: [...flags, HAFT_CHILD, join(folder, 'dist')],
    },
    ...peers,
  ];
}

interface Said {
  readonly cpu: number;
  readonly memory: number;
  readonly parts?: Readonly<Record<string, number>>;
}

function row(name: string, said: readonly Said[]): DefineRow {
  const parts = said[0]?.parts;
  return {
    name,
    cpu: spread(said.map((one) => one.cpu)),
    memory: spread(said.map((one) => one.memory)),
    ...(parts === undefined ? {} : { parts }),
  };
}
