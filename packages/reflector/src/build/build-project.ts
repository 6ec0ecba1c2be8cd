import path from 'node:path';
import { BuildCache } from '../cache/build-cache.js';
import { recordSources } from '../cache/record-sources.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { buildIdOf } from '../emit/build-id.js';
import { generatedFiles } from '../generated-files.js';
import type { ProjectModel } from '../model.js';
import type { ReadingMemory } from '../reading-memory.js';
import { moduleOnDisk } from './module-on-disk.js';
import { moduleOrReports } from './module-or-reports.js';
import { writeAtomically } from './write-atomically.js';

/** The input of a build. */
export interface BuildOptions {
  /** Absolute path. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. */
  readonly out: string;
  /** Whether warnings stop the build too. Default: false. */
  readonly strict?: boolean;
  /** Providers whose limits the tools must keep. The build reports unknown names. Default: none. */
  readonly for?: readonly string[];
  /**
   * Names of packages whose comments are texts for models. Those of other packages are for
   * developers: the build ignores them. Default: none.
   */
  readonly comments?: readonly string[];
  /**
   * Whether to write files. If false, `changed` says whether a build would write. Default: true.
   */
  readonly write?: boolean;
  /**
   * Whether a build may end early if nothing changed since the last one. Then there is no `model`.
   * Default: the value of `write`. For a {@link ProjectBuilder}: false.
   */
  readonly cache?: boolean;
  /** Called if the cache has no answer: before the compiler is loaded, and after that. */
  readonly onStage?: (stage: 'loading' | 'reading') => void;
}

/** The result of a build. */
export interface BuildResult {
  /** Whether no diagnostic prevents the module. */
  readonly ok: boolean;
  /** All findings, sorted by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The `out` of the options. */
  readonly out: string;
  /** Whether nothing changed since the last build, so that the build read nothing. */
  readonly cached: boolean;
  /** The model of the project. Undefined if `cached`, or unless `ok`. */
  readonly model: ProjectModel | undefined;
  /** The text of the module. Undefined unless `ok`. */
  readonly text: string | undefined;
  /** The text of the module with the checks. Undefined if `cached`, or unless `ok`. */
  readonly checksText: string | undefined;
  /** The text of the module with the issue collectors. Undefined if `cached`, or unless `ok`. */
  readonly issuesText: string | undefined;
  /** Whether one of the files differs from the source, or did before writing. False unless `ok`. */
  readonly changed: boolean;
  /**
   * Every file that the build read, absolute: sources, declarations, configuration. Empty if
   * `cached`.
   */
  readonly files: readonly string[];
  /** The number of toolset classes. */
  readonly toolsets: number;
  /** The number of tools. */
  readonly tools: number;
  /** The duration of the build, in milliseconds. */
  readonly milliseconds: number;
}

/**
 * Reads a project and writes three modules: the generated one, the one that checks arguments, and
 * the one that explains invalid arguments. If there is an error, it writes nothing. It replaces
 * whole files, and only if their bytes differ. No code of the project runs. The compiler is loaded
 * only if something changed.
 */
export async function buildProject(options: BuildOptions): Promise<BuildResult> {
  const start = performance.now();
  const { write = true, strict = false, for: providers = [], comments = [] } = options;
  const build = { ...options, strict, for: providers, comments };
  const cache = (options.cache ?? write) ? new BuildCache(build) : undefined;
  const result = cachedResult(cache, options) ?? (await freshResult(cache, options));
  return { ...result, milliseconds: Math.round(performance.now() - start) };
}

/** A builder of one project that changes, or of several projects that share files. */
export interface ProjectBuilder {
  /**
   * Builds as {@link buildProject} does. It reuses unchanged files of the build before it and, for
   * the same project, toolsets that depend on no changed file.
   */
  build(options: BuildOptions): Promise<BuildResult>;
}

/**
 * Returns a builder that keeps the parsed program in memory between its builds (some 200 MB for a
 * thousand tools).
 */
export function createBuilder(): ProjectBuilder {
  let memory: ReadingMemory | undefined;
  let known = '';
  return {
    async build(options) {
      const start = performance.now();
      const { tsconfig, out, strict = false, for: providers = [], comments = [], cache: mayEndEarly = false } = options;
      const cache = mayEndEarly ? new BuildCache({ tsconfig, out, strict, for: providers, comments }) : undefined;
      const found = cachedResult(cache, options);
      if (found !== undefined) return { ...found, milliseconds: Math.round(performance.now() - start) };
      const project = JSON.stringify([tsconfig, out, strict, providers, comments]);
      if (memory === undefined || project !== known) {
        const { ReadingMemory } = await import('../reading-memory.js');
        memory = new ReadingMemory(memory?.program);
        known = project;
      }
      const result = await freshResult(cache, options, memory);
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
  const { tsconfig, out, strict = false, write = true, for: providers = [], comments = [] } = options;
  options.onStage?.('loading');
  const { readProject } = await import('../read-project.js');
  options.onStage?.('reading');
  const read = readProject({
    tsconfig,
    out,
    strict,
    for: providers,
    comments,
    ...(memory === undefined ? {} : { memory }),
  });
  const { diagnostics, ...texts } = await moduleOrReports(read, options.out);
  const { text } = texts;
  const files = generatedFiles(out);
  // The module that refers to the others comes last.
  const changes = [
    await replace(files.issues, texts.issuesText, write),
    await replace(files.checks, texts.checksText, write),
    await replace(out, text, write),
  ];
  const changed = changes.includes(true);
  const toolsets = read.model.toolsets.length;
  const tools = read.model.toolsets.reduce((sum, one) => sum + one.tools.length, read.model.functions.length);
  const build = text === undefined || !write ? undefined : buildIdOf(text);
  if (build !== undefined) recordSources(path.dirname(tsconfig), build, read.sources);
  if (text !== undefined && write) cache?.store({ files: read.files, text, toolsets, tools, diagnostics });
  const model = text === undefined ? undefined : read.model;
  const said = { model, ...texts, files: read.files };
  return { ok: text !== undefined, diagnostics, out, cached: false, ...said, changed, toolsets, tools };
}

/**
 * Writes a file if its text differs.
 *
 * @returns whether the text differed
 */
async function replace(file: string, text: string | undefined, write: boolean): Promise<boolean> {
  if (text === undefined || text === moduleOnDisk(file)) return false;
  if (write) await writeAtomically(file, text);
  return true;
}
