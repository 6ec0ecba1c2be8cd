import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { moduleOnDisk } from '../build/module-on-disk.js';
import { generatedFiles } from '../generated-files.js';
import { dropOldEntries } from './drop-old-entries.js';
import { hashOfContent, hashOfFile, hashOfFolder, stampOfFile } from './hashes.js';
import type { Manifest } from './manifest.js';
import { reflectorVersion } from './reflector-version.js';

/** What names one build among all that share a cache. */
export interface CachedBuild {
  /** Absolute path. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. */
  readonly out: string;
  readonly strict: boolean;
  /** Providers whose limits were checked. */
  readonly for: readonly string[];
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
    const text = moduleOnDisk(this.build.out);
    if (text === undefined || hashOfContent(text) !== manifest.module) return undefined;
    if (this.stampBesideModule() !== manifest.besideModule) return undefined;
    return this.isUnchanged(manifest) ? { manifest, text } : undefined;
  }

  /** Remembers a build. A cache that cannot be written is none: the next build is only slower. */
  store({ files, text, toolsets, tools, diagnostics }: BuildFacts): void {
    if (this.file === undefined) return;
    const own = files.filter((file) => !PACKAGE.test(this.relative(file)));
    const ofPackages = files.filter((file) => PACKAGE.test(this.relative(file)));
    const states = {
      files: this.statesOf([...own, ...packageFilesOf(ofPackages)], hashOfFile),
      packageFiles: this.statesOf(ofPackages, stampOfFile),
      folders: this.statesOf(this.foldersOf(own), hashOfFolder),
    };
    // A file that is gone again was never a state to come back to.
    const { files: fileStates, packageFiles, folders } = states;
    const besideModule = this.stampBesideModule();
    if (fileStates === undefined || packageFiles === undefined || folders === undefined || besideModule === undefined)
      return;
    const manifest: Manifest = {
      version: reflectorVersion(),
      request: this.request(),
      files: fileStates,
      packageFiles,
      folders,
      module: hashOfContent(text),
      besideModule,
      toolsets,
      tools,
      diagnostics,
    };
    try {
      mkdirSync(path.dirname(this.file), { recursive: true });
      const temporary = `${this.file}.${process.pid}.tmp`;
      writeFileSync(temporary, JSON.stringify(manifest));
      renameSync(temporary, this.file);
      dropOldEntries(path.dirname(this.file));
    } catch {
      return;
    }
  }

  /** Undefined when one of the modules beside the generated one is gone. */
  private stampBesideModule(): string | undefined {
    const { checks, issues } = generatedFiles(this.build.out);
    const stamps = [checks, issues].map(stampOfFile);
    return stamps.includes(undefined) ? undefined : stamps.join(', ');
  }

  private isUnchanged({ files, packageFiles, folders }: Manifest): boolean {
    return (
      this.isState(folders, hashOfFolder) && this.isState(files, hashOfFile) && this.isState(packageFiles, stampOfFile)
    );
  }

  private isState(states: Readonly<Record<string, string>>, stateOf: StateOf): boolean {
    for (const file in states) if (stateOf(path.resolve(this.folder, file)) !== states[file]) return false;
    return true;
  }

  /** Undefined when one of them is gone. */
  private statesOf(files: readonly string[], stateOf: StateOf): Readonly<Record<string, string>> | undefined {
    const states: Record<string, string> = {};
    for (const file of files) {
      const state = stateOf(file);
      if (state === undefined) return undefined;
      states[this.relative(file)] = state;
    }
    return states;
  }

  /** The folders of the project's own sources and those above them, and the folders of ambient types. */
  private foldersOf(files: readonly string[]): readonly string[] {
    const folders = new Set<string>();
    for (const file of files) {
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
    const { tsconfig, out, strict, for: providers } = this.build;
    return JSON.stringify([path.basename(tsconfig), this.relative(out), strict, [...new Set(providers)].sort()]);
  }

  private relative(file: string): string {
    return path.relative(this.folder, file).split(path.sep).join('/');
  }
}

type StateOf = (file: string) => string | undefined;

/** A file of a package, and the package's folder. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

function packageFilesOf(files: readonly string[]): readonly string[] {
  const folders = new Set(files.map((file) => PACKAGE.exec(file.split(path.sep).join('/'))?.[0] ?? ''));
  return [...folders].map((folder) => path.join(folder, 'package.json')).filter((file) => existsSync(file));
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
