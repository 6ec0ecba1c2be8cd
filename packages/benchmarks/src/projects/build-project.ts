import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync, type Options } from '@swc/core';
import type { Project } from './generate-project.js';

/** The `haft` command of this repository. */
export const HAFT_COMMAND = new URL('../../../cli/bin/haft.js', import.meta.url).pathname;

/**
 * Runs `haft build`, then writes JavaScript with swc into `dist`. A type check of ten thousand
 * tools would take too long.
 */
export function buildProject({ folder }: Project): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [HAFT_COMMAND, 'build'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`haft build failed in ${folder}:\n${stdout}${stderr}`.slice(0, 4000));
  const [sources, output] = [join(folder, 'src'), join(folder, 'dist')];
  mkdirSync(output, { recursive: true });
  for (const file of readdirSync(sources)) {
    const { code } = transformSync(readFileSync(join(sources, file), 'utf8'), { ...SWC_OPTIONS, filename: file });
    writeFileSync(join(output, file.replace(/\.ts$/, '.js')), code);
  }
}

const SWC_OPTIONS: Options = {
  swcrc: false,
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'es6' },
};
