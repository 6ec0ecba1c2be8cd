import { join } from 'node:path';
import { measureProcesses, type Command } from '../harness/measure-processes.js';
import { median, ratios, spread, type Spread } from '../harness/statistics.js';
import { installedDefiners } from '../peers.js';
import { withCompileCache } from '../harness/with-compile-cache.js';
import { builtProject } from '../projects/foreign-toolsets.js';
import { toolManifest } from '../projects/tool-manifest.js';
import type { Project } from '../projects/generate-project.js';
import type { SuiteOptions } from './suite.js';
import { SAME_TOOLS } from './row-names.js';

/** P6: many tools, defined and ready for a model. */
export interface DefineResults {
  readonly sizes: readonly { readonly tools: number; readonly rows: readonly DefineRow[] }[];
}

export interface DefineRow {
  readonly name: string;
  readonly cpu: Spread;
  /** The ratio to {@link FLOOR}, in the same round. */
  readonly ratio: Spread;
  readonly memory: Spread;
  /** Haft's share by step, in milliseconds. */
  readonly parts?: Readonly<Record<string, number>>;
}

/** The base of the ratios in the bars. */
export const FLOOR = 'floor: JSON.parse of a manifest';
/** Node reuses the code that V8 created from the files in an earlier process. */
const WITH_COMPILE_CACHE = 'Haft: the same, with the compile cache of Node';
/** A project as people write it. */
export const REALISTIC = 'Haft: a realistic project, three files a class';

const SIZES = [1000, 10_000];
const FLOOR_CHILD = new URL('../children/define-floor.js', import.meta.url).pathname;
const HAFT_CHILD = new URL('../children/define-haft.js', import.meta.url).pathname;
const PEER_CHILD = new URL('../../peers/measure-define.mjs', import.meta.url).pathname;

export async function defineSuite({ rounds }: SuiteOptions): Promise<DefineResults> {
  const sizes = [];
  for (const tools of SIZES) {
    const measured = await measureProcesses(commands(tools), { rounds: Math.min(rounds, 5) });
    const [floor] = measured.map(({ said }) => said as Said[]);
    sizes.push({ tools, rows: measured.map(({ name, said }) => row(name, said as Said[], floor ?? [])) });
  }
  return { sizes };
}

function commands(tools: number): Command[] {
  const manifest = toolManifest(tools);
  const node = process.execPath;
  const flags = ['--expose-gc', '--max-old-space-size=6144'];
  const same = haft(SAME_TOOLS, builtProject(`tickets-${tools}`, tools, 'tickets'));
  const peers = installedDefiners().map(({ name, file }) => ({
    name,
    file: node,
    arguments: [...flags, PEER_CHILD, `./${file}`, String(tools)],
  }));
  return [
    { name: FLOOR, file: node, arguments: [...flags, FLOOR_CHILD, manifest] },
    { name: 'floor: and each schema as text', file: node, arguments: [...flags, FLOOR_CHILD, manifest, 'text'] },
    same,
    { ...withCompileCache(same), name: WITH_COMPILE_CACHE },
    haft(REALISTIC, builtProject(`define-${tools}`, tools)),
    ...peers,
  ];

  function haft(name: string, { folder }: Project): Command {
    return { name, file: node, arguments: [...flags, HAFT_CHILD, join(folder, 'dist')] };
  }
}

interface Said {
  readonly cpu: number;
  readonly memory: number;
  readonly parts?: Readonly<Record<string, number>>;
}

function row(name: string, said: readonly Said[], floor: readonly Said[]): DefineRow {
  const parts = Object.keys(said[0]?.parts ?? {});
  return {
    name,
    cpu: spread(cpuOf(said)),
    ratio: ratios(cpuOf(said), cpuOf(floor)),
    memory: spread(said.map((one) => one.memory)),
    ...(parts.length === 0 ? {} : { parts: Object.fromEntries(parts.map((part) => [part, medianOf(said, part)])) }),
  };
}

function medianOf(said: readonly Said[], part: string): number {
  return median(said.map(({ parts }) => parts?.[part] ?? Number.NaN));
}

function cpuOf(said: readonly Said[]): readonly number[] {
  return said.map(({ cpu }) => cpu);
}
