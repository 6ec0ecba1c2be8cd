import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PARENT = path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'tests');

/** A project that tests build, inside this package so that `@haft/core` resolves. */
export interface ProjectFolder {
  readonly folder: string;
  /** For `buildProject`. */
  readonly settings: { readonly tsconfig: string; readonly out: string };
  /** Writes files by their path in the project. */
  write(files: Readonly<Record<string, string>>): void;
  path(file: string): string;
}

/** Runs something with a new project folder, which is gone afterwards. */
export async function withFolder(
  files: Readonly<Record<string, string>>,
  run: (project: ProjectFolder) => Promise<void>,
): Promise<void> {
  mkdirSync(PARENT, { recursive: true });
  const folder = mkdtempSync(path.join(PARENT, 'build-'));
  const inFolder = (file: string): string => path.join(folder, file);
  const project: ProjectFolder = {
    folder,
    settings: { tsconfig: inFolder('tsconfig.json'), out: inFolder('src/toolsets.gen.ts') },
    path: inFolder,
    write: (more) => {
      for (const [file, text] of Object.entries(more)) {
        mkdirSync(path.dirname(inFolder(file)), { recursive: true });
        writeFileSync(inFolder(file), text);
      }
    },
  };
  try {
    project.write({ 'tsconfig.json': JSON.stringify(TSCONFIG), ...files });
    await run(project);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022'],
    libReplacement: false,
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    experimentalDecorators: true,
    types: [],
  },
  include: ['src'],
};
