import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesBeneath, textOf } from '../support/markdown-pages.js';
import { ownFolder } from '../support/own-folder.js';
import { toolchainFile } from './support/toolchain-folder.js';
import { runNode } from './support/run-command.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
const FOLDER = ownFolder('guide-pages');
const COMPILERS = {
  '5.9': 'typescript-5/lib/tsc.js',
  '6.0': 'typescript-6/lib/tsc.js',
  '7.0': 'typescript-7/lib/tsc.js',
};

/** Projects with dependencies or files of their own, and with tests that compile them. */
const OWN_PROJECTS = /^packages\/(bridges\/peers|cli\/templates)\//;

describe('the code of the guide', () => {
  const sources = sourcesOfPages();

  test.each(Object.entries(COMPILERS))(
    'compiles with the tsconfig of getting started, under TypeScript %s',
    (_version, compiler) => {
      expect(sources.length).toBeGreaterThan(50);
      const { output } = runNode([toolchainFile(compiler), '-p', writeConfig(sources), '--pretty', 'false'], ROOT);
      expect(errorsIn(output, sources)).toEqual([]);
    },
    120_000,
  );
});

/** Returns the files whose regions are the code of the pages. */
function sourcesOfPages(): readonly string[] {
  const pages = filesBeneath('docs/guide', '.md').map(textOf);
  const snippets = pages.flatMap((page) => [...page.matchAll(/<!-- snippet: ([^ #]+\.ts)(?:#\S*)? -->/g)]);
  const files = new Set(snippets.map(([, file = '']) => file));
  return [...files].filter((file) => !OWN_PROJECTS.test(file)).sort();
}

/** Writes the tsconfig of getting started, with other files. */
function writeConfig(files: readonly string[]): string {
  const config = {
    extends: join(ROOT, 'docs/guide/getting-started/tsconfig.json'),
    compilerOptions: { rootDir: ROOT, noEmit: true },
    include: [],
    files: [...files.map((file) => join(ROOT, file)), join(ROOT, 'jest-globals.d.ts')],
  };
  writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(config));
  return FOLDER;
}

/**
 * Returns the errors in these files, without those of modules that a build of their project writes.
 */
function errorsIn(output: string, files: readonly string[]): readonly string[] {
  const isTheirs = (line: string): boolean => files.some((file) => line.startsWith(`${file}(`));
  return output.split('\n').filter((line) => isTheirs(line) && !line.includes(".gen.js'"));
}
