import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOfContent, hashOfFile, hashOfFolder } from './hashes.js';
import type { Manifest } from './manifest.js';
import { reflectorVersion } from './reflector-version.js';

/** What names one build among all that share a cache. */
export interface CachedBuild {
  /** Absolute path. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. */
  readonly out: string;
  readonly strict: boolean;
}

/** What a build adds to the cache. */
export interface BuildFacts extends Pick<Manifest, 'toolsets' | 'tools' | 'diagnostics'> {
  /** Absolute paths of all files that were read. */
  readonly files: readonly string[];
  /** The text of the module. */
  readonly text: string;
}

/**
 * The last successful build of a project, in `node_modules/.cache/haft`. Comparing costs one reading of every file; nothing
 * of the compiler is loaded for it.
 */
export class BuildCache {
  private readonly folder: string;
  private readonly file: string | undefined;

  constructor(private readonly build: CachedBuild) {
    this.folder = path.dirname(build.tsconfig);
    this.file = cacheFile(this.folder, this.request());
  }

  /** What the last build said, when nothing changed since: sources, options, versions, and the module itself. */
  find(): { readonly manifest: Manifest; readonly text: string } | undefined {
    const manifest = this.file === undefined ? undefined : readManifest(this.file);
    if (manifest?.version !== reflectorVersion() || manifest.request !== this.request()) return undefined;
    const text = textOf(this.build.out);
    if (text === undefined || hashOfContent(text) !== manifest.module) return undefined;
    return this.isUnchanged(manifest) ? { manifest, text } : undefined;
  }

  /** Remembers a build. A cache that cannot be written is none: the next build is only slower. */
  store({ files, text, toolsets, tools, diagnostics }: BuildFacts): void {
    if (this.file === undefined) return;
    const hashes = files.map((file) => [this.relative(file), hashOfFile(file)] as const);
    const folders = this.foldersOf(files).map((folder) => [this.relative(folder), hashOfFolder(folder)] as const);
    // A file that is gone again was never a state to come back to.
    if ([...hashes, ...folders].some(([, hash]) => hash === undefined)) return;
    const manifest: Manifest = {
      version: reflectorVersion(),
      request: this.request(),
      files: Object.fromEntries(hashes) as Manifest['files'],
      folders: Object.fromEntries(folders) as Manifest['folders'],
      module: hashOfContent(text),
      toolsets,
      tools,
      diagnostics,
    };
    try {
      mkdirSync(path.dirname(this.file), { recursive: true });
      const temporary = `${this.file}.${process.pid}.tmp`;
      writeFileSync(temporary, JSON.stringify(manifest));
      renameSync(temporary, this.file);
    } catch {
      return;
    }
  }

  private isUnchanged({ files, folders }: Manifest): boolean {
    for (const file in folders) if (hashOfFolder(path.resolve(this.folder, file)) !== folders[file]) return false;
    for (const file in files) if (hashOfFile(path.resolve(this.folder, file)) !== files[file]) return false;
    return true;
  }

  /** The folders of the project's own sources and those above them, and the folders of ambient types. */
  private foldersOf(files: readonly string[]): readonly string[] {
    const folders = new Set<string>();
    for (const file of files) {
      if (this.relative(file).split('/').includes('node_modules')) continue;
      let folder = path.dirname(file);
      while (folder.startsWith(this.folder) && !folders.has(folder)) {
        folders.add(folder);
        folder = path.dirname(folder);
      }
      folders.add(path.dirname(file));
    }
    for (let folder = this.folder; ; folder = path.dirname(folder)) {
      const types = path.join(folder, 'node_modules', '@types');
      if (existsSync(types)) folders.add(types);
      if (path.dirname(folder) === folder) break;
    }
    return [...folders].sort();
  }

  private request(): string {
    return JSON.stringify([path.basename(this.build.tsconfig), this.relative(this.build.out), this.build.strict]);
  }

  private relative(file: string): string {
    return path.relative(this.folder, file).split(path.sep).join('/');
  }
}

/** In the nearest folder that has packages; projects that share one have files of their own. */
function cacheFile(folder: string, request: string): string | undefined {
  for (let current = folder; ; current = path.dirname(current)) {
    if (existsSync(path.join(current, 'node_modules'))) {
      const name = hashOfContent(JSON.stringify([path.relative(current, folder), request])).replace(
        /[^A-Za-z0-9]/g,
        '',
      );
      return path.join(current, 'node_modules', '.cache', 'haft', `${name.slice(0, 16)}.json`);
    }
    if (path.dirname(current) === current) return undefined;
  }
}

function readManifest(file: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
