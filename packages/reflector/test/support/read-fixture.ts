import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readProject, type ReadProject, type ReadProjectOptions } from '../../src/read-project.js';
import type { ToolModel } from '../../src/model.js';

const PACKAGE = join(import.meta.dirname, '..', '..');

/** The options of the projects that tests write. */
const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    experimentalDecorators: true,
    // Without the types of the DOM, a program needs half the time. The same holds if TypeScript
    // looks for no package in place of each library.
    lib: ['ES2022'],
    libReplacement: false,
    types: [],
  },
  include: ['src'],
};

/** Files by path. `tsconfig.json` is there unless given. */
export type Files = Readonly<Record<string, string>>;

/** Adds the types of the DOM to a project. */
export const DOM: Files = { 'src/dom.d.ts': '/// <reference lib="dom" />\n' };

/**
 * Writes a project into a new folder, inside this package so that `@haft/core` resolves, and reads
 * it. The folder is gone afterwards.
 */
export function readFiles(files: Files, options: Partial<ReadProjectOptions> = {}): ReadProject {
  return inFolder(files, (folder) => {
    const read = readProject({
      tsconfig: join(folder, 'tsconfig.json'),
      out: join(folder, 'src/toolsets.gen.ts'),
      strict: false,
      ...(previous === undefined ? {} : { previous }),
      ...options,
    });
    previous = read.program ?? previous;
    return read;
  });
}

/** Declaration files are the same for all tests: they are parsed once. */
let previous: ReadProject['program'];

/** Runs something in a folder with the files. */
export function inFolder<T>(files: Files, run: (folder: string) => T): T {
  const parent = join(PACKAGE, 'node_modules', '.cache', 'tests');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'project-'));
  try {
    for (const [path, text] of Object.entries({ 'tsconfig.json': JSON.stringify(TSCONFIG), ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A project of one toolset with these members, all decorators imported. */
export function readMembers(members: string, declarations = '', others: Files = {}): ReadProject {
  return readFiles({ 'src/main.ts': toolsetSource(members, declarations), ...others });
}

export function toolsetSource(members: string, declarations = ''): string {
  return `import { Example, Hints, Inject, Param, RunContext, Sensitive, Tool, ToolResult, Toolset, UserInput, createParamDecorator } from '@haft/core';
${declarations}
/** A toolset. */
@Toolset()
export class Tools {
${members}
}
`;
}

/** The one tool of a project without errors. */
export function onlyTool({ model, diagnostics }: ReadProject): ToolModel {
  const errors = diagnostics.filter((one) => one.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((one) => `${one.code} ${one.message}`).join('\n'));
  const tools = model.toolsets.flatMap((toolset) => toolset.tools);
  const [tool] = tools;
  if (tool === undefined || tools.length > 1) throw new Error(`There are ${tools.length} tools.`);
  return tool;
}
