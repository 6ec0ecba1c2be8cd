import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { moduleOnDisk } from '../build/module-on-disk.js';
import { generatedFiles } from '../generated-files.js';
import { dropOldEntries } from './drop-old-entries.js';
import { hashOfContent, hashOfFile, hashOfFolder, stampOfFile } from './hashes.js';
import { cacheFolder, packagesRoot } from './cache-folder.js';
import type { Manifest } from './manifest.js';
import { reflectorVersion } from './reflector-version.js';

/** The identity of a build among all builds that share a cache. */
export interface CachedBuild {
  /** Absolute path. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. */
  readonly out: string;
  readonly strict: boolean;
  /** Providers whose limits were checked. */
  readonly for: readonly string[];
  /** Packages whose comments are texts for models. */
  readonly comments: readonly string[];
}

/** The facts that a build adds to the cache. */
export interface BuildFacts extends Pick<Manifest, 'toolsets' | 'tools' | 'diagnostics'> {
  /** Absolute paths of all files that the build read. */
  readonly files: readonly string[];
  /** The text of the module. */
  readonly text: string;
}

/**
 * The last successful build of a project, in `node_modules/.cache/haft`. A comparison reads every
 * file once and does not load the compiler.
 */
export class BuildCache {
  private readonly folder: string;
  private readonly file: string | undefined;

  constructor(private readonly build: CachedBuild) {
    this.folder = path.dirname(build.tsconfig);
    this.file = cacheFile(this.folder, this.request());
  }

  /** Returns the last build if nothing changed since: sources, options, versions and the module. */
  find(): { readonly manifest: Manifest; readonly text: string } | undefined {
    const manifest = this.file === undefined ? undefined : readManifest(this.file);
    if (manifest?.version !== reflectorVersion() || manifest.request !== this.request()) return undefined;
    const text = moduleOnDisk(this.build.out);
    if (text === undefined || hashOfContent(text) !== manifest.module) return undefined;
    if (this.stampBesideModule() !== manifest.besideModule) return undefined;
    return this.isUnchanged(manifest) ? { manifest, text } : undefined;
  }

  /** Stores a build. If the cache cannot be written, the next build is only slower. */
  store({ files, text, toolsets, tools, diagnostics }: BuildFacts): void {
    if (this.file === undefined) return;
    const own = files.filter((file) => !PACKAGE.test(this.relative(file)));
    const ofPackages = files.filter((file) => PACKAGE.test(this.relative(file)));
    const states = {
      files: this.statesOf([...own, ...packageFilesOf(ofPackages)], hashOfFile),
      packageFiles: this.statesOf(ofPackages, stampOfFile),
      folders: this.statesOf(this.foldersOf(own), hashOfFolder),
    };
    // If a file has already disappeared again, there is no state to compare with.
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

  /** Returns undefined if a module next to the generated one is missing. */
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

  /** Returns undefined if one of the files is missing. */
  private statesOf(files: readonly string[], stateOf: StateOf): Readonly<Record<string, string>> | undefined {
    const states: Record<string, string> = {};
    for (const file of files) {
      const state = stateOf(file);
      if (state === undefined) return undefined;
      states[this.relative(file)] = state;
    }
    return states;
  }

  /**
   * Returns the folders of the project's own sources, their parents, and the folders of ambient
   * types.
   */
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
    const { tsconfig, out, strict, for: providers, comments } = this.build;
    const lists = [providers, comments].map((list) => [...new Set(list)].sort());
    return JSON.stringify([path.basename(tsconfig), this.relative(out), strict, ...lists]);
  }

  private relative(file: string): string {
    return path.relative(this.folder, file).split(path.sep).join('/');
  }
}

type StateOf = (file: string) => string | undefined;

/** Matches a file of a package up to the package's folder. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

function packageFilesOf(files: readonly string[]): readonly string[] {
  const folders = new Set(files.map((file) => PACKAGE.exec(file.split(path.sep).join('/'))?.[0] ?? ''));
  return [...folders].map((folder) => path.join(folder, 'package.json')).filter((file) => existsSync(file));
}

/**
 * Returns a file in the nearest folder that has packages. Projects that share the folder have
 * separate files.
 */
function cacheFile(folder: string, request: string): string | undefined {
  const root = packagesRoot(folder);
  if (root === undefined) return undefined;
  const name = hashOfContent(JSON.stringify([path.relative(root, folder), request])).replace(/[^A-Za-z0-9]/g, '');
  return path.join(cacheFolder(root), `${name.slice(0, 16)}.json`);
}

function readManifest(file: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}
