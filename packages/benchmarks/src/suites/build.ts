import { createRequire } from 'node:module';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureProcesses, type Command, type ProcessMeasurement } from '../harness/measure-processes.js';
import { HAFT_COMMAND } from '../projects/build-project.js';
import { generateProject, type Project } from '../projects/generate-project.js';
import { nativeCompiler } from '../peers.js';
import type { SuiteOptions } from './suite.js';

/** P9 and P10: `haft build` of generated projects, beside the compilers on the same projects. */
export interface BuildResults {
  readonly sizes: readonly { readonly tools: number; readonly rows: readonly ProcessMeasurement[] }[];
}

const SIZES = [10, 100, 1000];
const require = createRequire(import.meta.url);
const TYPESCRIPT = require.resolve('typescript/bin/tsc');
const SCHEMA_CHILD = new URL('../children/typescript-json-schema.js', import.meta.url).pathname;

export async function buildSuite({ rounds }: SuiteOptions): Promise<BuildResults> {
  const native = await nativeCompiler();
  const sizes = [];
  for (const tools of SIZES) {
    const project = generateProject(`build-${tools}`, tools);
    const rows = await measureProcesses(commands(project, native), { rounds: Math.min(rounds, 3) });
    sizes.push({ tools, rows });
  }
  return { sizes };
}

function commands(project: Project, native: string | undefined): Command[] {
  const node = process.execPath;
  const { folder } = project;
  const cold = (): void => {
    rmSync(project.generatedModule, { force: true });
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  };
  const compile = ['-p', project.tsconfig, '--noEmit'];
  return [
    // Without the generated module: what it costs the user's own compiler is another question.
    { name: 'tsc 5.9 --noEmit', file: node, arguments: [TYPESCRIPT, ...compile], folder, before: cold },
    ...(native === undefined
      ? []
      : [{ name: 'tsc 7 --noEmit', file: native, arguments: compile, folder, before: cold }]),
    {
      name: 'typescript-json-schema, all exported types',
      file: node,
      arguments: [SCHEMA_CHILD, project.tsconfig],
      folder,
      before: cold,
    },
    { name: 'haft build, cold', file: node, arguments: [HAFT_COMMAND, 'build'], folder, before: cold },
  ];
}
