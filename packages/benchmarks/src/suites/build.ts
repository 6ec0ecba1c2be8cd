import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { measureProcesses, type Command, type ProcessMeasurement } from '../harness/measure-processes.js';
import { spread, type Spread } from '../harness/statistics.js';
import { nativeCompiler, typiaCompiler } from '../peers.js';
import { changeToolset } from '../projects/change-toolset.js';
import { HAFT_COMMAND } from '../projects/build-project.js';
import { generateProject, type Project } from '../projects/generate-project.js';
import { writeTypiaSources } from '../projects/typia-sources.js';
import type { SuiteOptions } from './suite.js';
import { COLD, TSC, UNCHANGED, CHANGED } from './row-names.js';

/**
 * P9 and P10: `haft build` of generated projects, compared with compilers on the same projects, and
 * a second build.
 */
export interface BuildResults {
  readonly cold: readonly SizedRows[];
  readonly again: readonly SizedRows[];
  readonly watch: readonly WatchResults[];
}

/** One build after a change of one file, while watching, in milliseconds. */
export interface WatchResults {
  readonly tools: number;
  readonly wall: Spread;
  readonly cpu: Spread;
}

/** The results of a project with this number of tools. */
export interface SizedRows {
  readonly tools: number;
  readonly rows: readonly ProcessMeasurement[];
}

/** The numbers of tools, and of tools per class. */
const SIZES: readonly (readonly [number, number])[] = [
  [10, 10],
  [100, 10],
  [1000, 10],
  [3000, 20],
];
const TYPESCRIPT = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const SCHEMA_CHILD = new URL('../children/typescript-json-schema.js', import.meta.url).pathname;
const WATCH_CHILD = new URL('../children/watch-build.js', import.meta.url).pathname;
const NOTHING_CHILD = new URL('../children/nothing.js', import.meta.url).pathname;

export async function buildSuite({ rounds }: SuiteOptions): Promise<BuildResults> {
  const native = await nativeCompiler();
  const [cold, again, watch] = [[] as SizedRows[], [] as SizedRows[], [] as WatchResults[]];
  for (const [tools, toolsAClass] of SIZES) {
    const project = generateProject(`build-${tools}`, tools, 'class-validator', toolsAClass);
    const few = { rounds: Math.min(rounds, 5) };
    cold.push({ tools, rows: await measureProcesses(coldCommands(project, native), few) });
    build(project);
    const unchanged = await measureProcesses(unchangedCommands(project), { rounds: Math.max(rounds, 9) });
    const changed = await measureProcesses([changedCommand(project)], few);
    again.push({ tools, rows: [...unchanged, ...changed] });
    watch.push(await watchResults(project, tools, few.rounds));
  }
  return { cold, again, watch };
}

/**
 * Returns the commands for cold builds. They remove the generated module first: its cost for the
 * user's compiler is a separate question.
 */
function coldCommands(project: Project, native: string | undefined): Command[] {
  const { folder, tsconfig } = project;
  const forget = (): void => {
    forgetBuilds(project);
  };
  const shared = { folder, file: process.execPath, before: forget };
  const compile = ['-p', tsconfig, '--noEmit'];
  return [
    { ...shared, name: TSC, arguments: [TYPESCRIPT, ...compile] },
    ...(native === undefined ? [] : [{ ...shared, name: 'tsc 7 --noEmit', file: native, arguments: compile }]),
    { ...shared, name: 'typescript-json-schema, all exported types', arguments: [SCHEMA_CHILD, tsconfig] },
    ...typiaCommands(project, shared),
    { ...shared, name: COLD, arguments: [HAFT_COMMAND, 'build'] },
  ];
}

/**
 * Returns commands for the same types as typescript-json-schema has, with checks: typia writes them
 * while it compiles.
 */
function typiaCommands(project: Project, shared: Omit<Command, 'name' | 'arguments'>): Command[] {
  const compiler = typiaCompiler();
  if (compiler === undefined) return [];
  const tsconfig = writeTypiaSources(project, compiler.typia);
  const name = 'typia 12.2.1 (tspc), schemas and checks of all exported types';
  return [{ ...shared, name, arguments: [compiler.tspc, '-p', tsconfig] }];
}

/**
 * Removes the generated module, and the cache of builds in the nearest `node_modules`. Each project
 * has a separate one.
 */
function forgetBuilds({ folder, generatedModule }: Project): void {
  rmSync(generatedModule, { force: true });
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'));
}

function unchangedCommands({ folder }: Project): Command[] {
  return [
    { name: 'bare Node', folder, file: process.execPath, arguments: [NOTHING_CHILD] },
    { name: UNCHANGED, folder, file: process.execPath, arguments: [HAFT_COMMAND, 'build'] },
  ];
}

function changedCommand({ folder }: Project): Command {
  const before = (): void => {
    changeToolset(folder);
  };
  return { name: CHANGED, folder, file: process.execPath, arguments: [HAFT_COMMAND, 'build'], before };
}

/** Returns time and CPU of one build after a change, in a process that has built before. */
async function watchResults(project: Project, tools: number, rounds: number): Promise<WatchResults> {
  const { folder, tsconfig, generatedModule } = project;
  const args = [WATCH_CHILD, folder, tsconfig, generatedModule];
  const [found] = await measureProcesses([{ name: 'watch', folder, file: process.execPath, arguments: args }], {
    rounds,
  });
  const said = (found?.said ?? []) as readonly { readonly wall: number[]; readonly cpu: number[] }[];
  return { tools, wall: spread(said.flatMap(({ wall }) => wall)), cpu: spread(said.flatMap(({ cpu }) => cpu)) };
}

function build({ folder }: Project): void {
  const { status, stderr } = spawnSync(process.execPath, [HAFT_COMMAND, 'build'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`haft build failed in ${folder}:\n${stderr}`);
}
