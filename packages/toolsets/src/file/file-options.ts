import { requireCount, HaftError, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { invalidOption } from '../invalid-option.js';
import { namedRoots } from '../named-roots.js';
import { IgnoreList, MOST_RULES } from './tree/ignore-list.js';
import { canUseDescriptors } from './beneath/descriptor-folder.js';

/** A folder that file tools may use. */
export interface FileRoot {
  /** Absolute path of an existing folder. */
  readonly path: string;
  /** Whether no tool may change anything in it. Default false. */
  readonly readOnly?: boolean;
}

/** Settings of the file toolset. Either `root` or `roots` is needed. */
export interface FileSettings {
  /** The one folder: paths are relative to it. */
  readonly root?: string | FileRoot;
  /** Several folders by name. Paths begin with it: `docs/guide.md` is `guide.md` in `docs`. */
  readonly roots?: Readonly<Record<string, string | FileRoot>>;
  /** Whether no root may be changed. Default false. */
  readonly readOnly?: boolean;
  /** Largest file that is read, written or edited, in bytes. Default 10,000,000. */
  readonly maxFileBytes?: number;
  /** Most characters of a file that a model reads at once. Programs get all. Default 99,000. */
  readonly maxCharacters?: number;
  /** Most bytes that the tools may write in one run. Default 100,000,000. */
  readonly maxBytesPerRun?: number;
  /** Patterns as in `.gitignore`, not listed or searched. Default `.git/` and `node_modules/`. */
  readonly ignore?: readonly string[];
  /** Whether `.gitignore` files are respected by list and search. Default true. */
  readonly gitignore?: boolean;
  /**
   * Patterns as in `.gitignore`, whatever the case: no tool reads, changes or shows such paths.
   * Default none. A pattern that begins with `!` is not allowed.
   */
  readonly deny?: readonly string[];
  /**
   * Patterns as in `.gitignore`, whatever the case: no tool changes such paths. Default `.git`,
   * because files in it are programs that Git runs.
   */
  readonly protect?: readonly string[];
  /** Whether written data is on the disk before a tool answers (fsync). Default true. */
  readonly fsync?: boolean;
  /** Path of ripgrep, or whether to look for `rg` in `PATH`. Default true. */
  readonly ripgrep?: string | boolean;
  /**
   * Accepts a platform where the tools cannot be confined against programs that swap folders and
   * links at the same time. Default false: on such platforms there is no file toolset.
   */
  readonly allowUnconfined?: boolean;
}

/** A root with everything that is known about it. */
export interface ConfinedRoot {
  /** The first name of its paths. Empty if there is only one root. */
  readonly name: string;
  /** Without links. */
  readonly path: string;
  /** Whether no tool may change anything in it. */
  readonly readOnly: boolean;
  /** Whether the root is opened as a descriptor, which nothing can redirect. */
  readonly confined: boolean;
}

/**
 * The settings of a file toolset, checked. A token for the container: provide a value, or a factory
 * that takes `RunContext` for a root of its own in each run.
 *
 * @example
 * const provide = [{ provide: FileOptions, useValue: new FileOptions({ root: '/srv/work' }) }];
 * @example
 * const useFactory = (run: RunContext<Deps>) => new FileOptions({ root: run.deps.folder });
 * const provide = [{ provide: FileOptions, useFactory, inject: [RunContext] }];
 */
export class FileOptions {
  /** By name. A single root has the name `''`. */
  readonly roots: ReadonlyMap<string, ConfinedRoot>;
  /** As in {@link FileSettings}. */
  readonly maxFileBytes: number;
  /** As in {@link FileSettings}. */
  readonly maxCharacters: number;
  /** As in {@link FileSettings}. */
  readonly maxBytesPerRun: number;
  /** As in {@link FileSettings}. */
  readonly ignore: readonly string[];
  /** As in {@link FileSettings}. */
  readonly gitignore: boolean;
  /** As in {@link FileSettings}. */
  readonly deny: readonly string[];
  /** As in {@link FileSettings}. */
  readonly protect: readonly string[];
  /** As in {@link FileSettings}. */
  readonly fsync: boolean;
  /** As in {@link FileSettings}. */
  readonly ripgrep: string | boolean;

  /**
   * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid or a root is not a folder,
   *   HAFT_UNCONFINED if the platform cannot confine the tools and `allowUnconfined` is not set
   */
  constructor(settings: FileSettings) {
    refuseUnknownOptions('The file toolset', settings, SETTINGS);
    this.roots = new Map(rootsOf(settings).map((root) => [root.name, root]));
    this.maxFileBytes = requireCount('maxFileBytes of the file toolset', settings.maxFileBytes ?? 10_000_000, 1);
    this.maxCharacters = requireCount('maxCharacters of the file toolset', settings.maxCharacters ?? 99_000, 1);
    this.maxBytesPerRun = requireCount('maxBytesPerRun of the file toolset', settings.maxBytesPerRun ?? 100_000_000, 1);
    this.ignore = patternList('ignore', settings.ignore ?? ['.git/', 'node_modules/']);
    this.gitignore = settings.gitignore ?? true;
    this.deny = this.rules('deny', settings.deny ?? []);
    this.protect = this.rules('protect', settings.protect ?? ['.git']);
    this.fsync = settings.fsync ?? true;
    this.ripgrep = settings.ripgrep ?? true;
  }

  /** Refuses patterns that take nothing: a rule applies, or the program stops. */
  private rules(name: string, given: readonly string[]): readonly string[] {
    const patterns = patternList(name, given);
    for (const pattern of patterns) {
      const problem = this.problemOf(pattern);
      if (problem !== undefined) {
        throw invalidOption(`${name} has the pattern '${pattern}', which ${problem}.`, 'Correct it, or leave it out.');
      }
    }
    return patterns;
  }

  private problemOf(pattern: string): string | undefined {
    if (pattern.trimStart().startsWith('!')) return 'allows instead';
    if (new IgnoreList([pattern]).isEmpty) return 'takes nothing';
    if (pattern.split('/').includes('..')) return 'leaves the root';
    const isInside = [...this.roots.values()].some(({ path }) => pattern === path || pattern.startsWith(`${path}/`));
    return isInside ? 'has the path of the root: patterns begin at the root' : undefined;
  }

  /** Whether no root can be changed. */
  get readOnly(): boolean {
    return [...this.roots.values()].every(({ readOnly }) => readOnly);
  }
}

function rootsOf(settings: FileSettings): ConfinedRoot[] {
  return namedRoots('file', settings).map((root) => {
    const confined = canUseDescriptors(root.path);
    if (!confined && settings.allowUnconfined !== true) throw unconfined();
    return { ...root, confined };
  });
}

function patternList(name: string, patterns: readonly unknown[]): readonly string[] {
  const isList = Array.isArray(patterns) && patterns.every((pattern) => typeof pattern === 'string');
  if (!isList) throw invalidOption(`${name} is not a list of patterns.`, `Write ${name}: ['*.pem'].`);
  if (patterns.length <= MOST_RULES) return patterns;
  throw invalidOption(`${name} has ${String(patterns.length)} patterns.`, `Give at most ${String(MOST_RULES)}.`);
}

function unconfined(): HaftError {
  return new HaftError('HAFT_UNCONFINED', 'File tools cannot be confined to a root on this platform.', {
    hint: 'Run it on Linux with /proc, or set allowUnconfined if no other program and no shell of a model changes the root.',
  });
}

const SETTINGS: OptionNames<FileSettings> = {
  root: true,
  roots: true,
  readOnly: true,
  maxFileBytes: true,
  maxCharacters: true,
  maxBytesPerRun: true,
  ignore: true,
  gitignore: true,
  deny: true,
  protect: true,
  fsync: true,
  ripgrep: true,
  allowUnconfined: true,
};
