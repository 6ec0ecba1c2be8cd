import { BuildCache } from '../cache/build-cache.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { generatedFiles } from '../generated-files.js';
import type { ProjectModel } from '../model.js';
import type { ReadingMemory } from '../reading-memory.js';
import { moduleOnDisk } from './module-on-disk.js';
import { moduleOrReports } from './module-or-reports.js';
import { writeAtomically } from './write-atomically.js';

/** What to build. */
export interface BuildOptions {
  /** Absolute path. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. */
  readonly out: string;
  /** Warnings stop the build too. Default: false. */
  readonly strict?: boolean;
  /** Providers whose limits the tools must keep; a name that is none is reported. Default: none. */
  readonly for?: readonly string[];
  /** False: nothing is written; `changed` says whether a build would. Default: true. */
  readonly write?: boolean;
  /**
   * Whether a build may end early when nothing changed since the last one; then there is no `model`. Default: what
   * `write` is.
   */
  readonly cache?: boolean;
  /** Called when the cache did not know the answer: before the compiler is loaded, and when it is. */
  readonly onStage?: (stage: 'loading' | 'reading') => void;
}

/** What came of a build. */
export interface BuildResult {
  /** No diagnostic stands in the way of the module. */
  readonly ok: boolean;
  /** Everything found, by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** As given. */
  readonly out: string;
  /** Nothing changed since the last build, so that nothing was read. */
  readonly cached: boolean;
  /** What was read; undefined when `cached`, and unless `ok`. */
  readonly model: ProjectModel | undefined;
  /** The text of the module; undefined unless `ok`. */
  readonly text: string | undefined;
  /** The text of the module beside it, with the checks; undefined when `cached`, and unless `ok`. */
  readonly checksText: string | undefined;
  /** The same of the one with the issue collectors. */
  readonly issuesText: string | undefined;
  /** One of the files is not, or was not before writing, what the source says. False unless `ok`. */
  readonly changed: boolean;
  /** Every file that was read, absolute: sources, declarations, configuration. None when `cached`. */
  readonly files: readonly string[];
  readonly toolsets: number;
  readonly tools: number;
  readonly milliseconds: number;
}

/**
 * Reads a project and writes its generated module, and beside it the one that checks arguments and the one that says what is wrong with
 * refused ones. A file is replaced as a whole, only when there is no error, and only when its bytes differ. No code of the project
 * runs; the compiler is loaded only when something changed.
 */
export async function buildProject(options: BuildOptions): Promise<BuildResult> {
  const start = performance.now();
  const { write = true, strict = false, for: providers = [] } = options;
  const cache = (options.cache ?? write) ? new BuildCache({ ...options, strict, for: providers }) : undefined;
  const result = cachedResult(cache, options) ?? (await freshResult(cache, options));
  return { ...result, milliseconds: Math.round(performance.now() - start) };
}

/** Builds one project again and again, for watching. */
export interface ProjectBuilder {
  /**
   * The same as {@link buildProject}; from the second time on, files that did not change are not parsed again, and toolsets
   * that depend on no changed file are not read again.
   */
  build(): Promise<BuildResult>;
}

/** A builder that keeps the parsed program in memory between its builds (some 200 MB for a thousand tools). */
export function createBuilder(options: BuildOptions): ProjectBuilder {
  let memory: ReadingMemory | undefined;
  return {
    async build() {
      const start = performance.now();
      memory ??= new (await import('../reading-memory.js')).ReadingMemory();
      const result = await freshResult(undefined, options, memory);
      return { ...result, milliseconds: Math.round(performance.now() - start) };
    },
  };
}

type UntimedResult = Omit<BuildResult, 'milliseconds'>;

function cachedResult(cache: BuildCache | undefined, { out }: BuildOptions): UntimedResult | undefined {
  const found = cache?.find();
  if (found === undefined) return undefined;
  const { toolsets, tools, diagnostics } = found.manifest;
  const { text } = found;
  const nothingRead = { model: undefined, checksText: undefined, issuesText: undefined, files: [] };
  return { ok: true, diagnostics, out, cached: true, ...nothingRead, text, changed: false, toolsets, tools };
}

async function freshResult(
  cache: BuildCache | undefined,
  options: BuildOptions,
  memory?: ReadingMemory,
): Promise<UntimedResult> {
  const { tsconfig, out, strict = false, write = true, for: providers = [] } = options;
  options.onStage?.('loading');
  const { readProject } = await import('../read-project.js');
  options.onStage?.('reading');
  const read = readProject({ tsconfig, out, strict, for: providers, ...(memory === undefined ? {} : { memory }) });
  const { diagnostics, ...texts } = await moduleOrReports(read, options.out);
  const { text } = texts;
  const files = generatedFiles(out);
  // The module that refers to the others is written last.
  const changes = [
    await replace(files.issues, texts.issuesText, write),
    await replace(files.checks, texts.checksText, write),
    await replace(out, text, write),
  ];
  const changed = changes.includes(true);
  const toolsets = read.model.toolsets.length;
  const tools = read.model.toolsets.reduce((sum, one) => sum + one.tools.length, read.model.functions.length);
  if (text !== undefined && write) cache?.store({ files: read.files, text, toolsets, tools, diagnostics });
  const model = text === undefined ? undefined : read.model;
  const said = { model, ...texts, files: read.files };
  return { ok: text !== undefined, diagnostics, out, cached: false, ...said, changed, toolsets, tools };
}

/** @returns whether the file is not, or was not before, what it should be */
async function replace(file: string, text: string | undefined, write: boolean): Promise<boolean> {
  if (text === undefined || text === moduleOnDisk(file)) return false;
  if (write) await writeAtomically(file, text);
  return true;
}
