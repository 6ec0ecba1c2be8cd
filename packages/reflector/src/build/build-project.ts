import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ToolEmitError } from '../emit/emit-error.js';
import type { ProjectModel } from '../model.js';
import type { ReadProject } from '../read-project.js';
import { writeAtomically } from './write-atomically.js';

/** What to build. */
export interface BuildOptions {
  /** Absolute path. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. */
  readonly out: string;
  /** Warnings stop the build too. Default: false. */
  readonly strict?: boolean;
  /** False: nothing is written; `changed` says whether a build would. Default: true. */
  readonly write?: boolean;
}

/** What came of a build. */
export interface BuildResult {
  /** No diagnostic stands in the way of the module. */
  readonly ok: boolean;
  /** Everything found, by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** As given. */
  readonly out: string;
  /** What was read; undefined unless `ok`. */
  readonly model: ProjectModel | undefined;
  /** The text of the module; undefined unless `ok`. */
  readonly text: string | undefined;
  /** The file is not, or was not before writing, what the source says. False unless `ok`. */
  readonly changed: boolean;
  readonly toolsets: number;
  readonly tools: number;
  readonly milliseconds: number;
}

/**
 * Reads a project and writes its generated module. The file is replaced as a whole, only when there is no error, and
 * only when its bytes differ. No code of the project runs.
 */
export async function buildProject(options: BuildOptions): Promise<BuildResult> {
  const start = performance.now();
  const { readProject } = await import('../read-project.js');
  const read = readProject({ tsconfig: options.tsconfig, out: options.out, strict: options.strict ?? false });
  const { text, diagnostics } = await moduleOf(read, options);
  const changed = text !== undefined && text !== (await textOf(options.out));
  if (changed && options.write !== false) await writeAtomically(options.out, text);
  const { toolsets } = read.model;
  return {
    ok: text !== undefined,
    diagnostics,
    out: options.out,
    model: text === undefined ? undefined : read.model,
    text,
    changed,
    toolsets: toolsets.length,
    tools: toolsets.reduce((sum, one) => sum + one.tools.length, 0),
    milliseconds: Math.round(performance.now() - start),
  };
}

interface Written {
  readonly text: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

async function moduleOf({ model, diagnostics }: ReadProject, { out }: BuildOptions): Promise<Written> {
  if (diagnostics.some((one) => one.severity === 'error')) return { text: undefined, diagnostics };
  const { writeModule, ToolEmitError } = await import('../emit/write-module.js');
  try {
    return { text: writeModule(model, { out }), diagnostics };
  } catch (error) {
    if (!(error instanceof ToolEmitError)) throw error;
    return { text: undefined, diagnostics: [...diagnostics, notWritable(error)] };
  }
}

function notWritable(error: ToolEmitError): Diagnostic {
  return {
    code: 'HAFT1150',
    severity: 'error',
    message: error.message,
    fix: 'Give the parameter a simpler type, or give the tool an example with `@Example({ ... })` where one is missing.',
    file: error.source,
  };
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(path.resolve(file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
