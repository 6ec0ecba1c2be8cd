import { requireCount, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { requireList } from '../require-list.js';
import { invalidOption } from '../invalid-option.js';
import { namedRoots, type NamedRoot } from '../named-roots.js';
import { visibleFolder } from '../sandbox/visible-folder.js';
import { findSandbox, isRoot, noSandbox, runsAsRoot, type HostUser, type Sandbox } from '../sandbox/find-sandbox.js';

/** A folder that commands may use. */
export interface ShellRoot {
  /** Absolute path of an existing folder. */
  readonly path: string;
  /** Whether no command can change anything in it. Default false. */
  readonly readOnly?: boolean;
}

/** Settings of the shell toolset. Either `root` or `roots` is needed. */
export interface ShellSettings {
  /** The one folder. Commands see it as `/workspace`. */
  readonly root?: string | ShellRoot;
  /** Several folders by name. Commands see them as `/workspace/NAME`. */
  readonly roots?: Readonly<Record<string, string | ShellRoot>>;
  /** Whether no root can be changed. Default false. */
  readonly readOnly?: boolean;
  /**
   * Whether commands use the network of the host, with everything it reaches: the internet, private
   * addresses, services on localhost. Default false: no network.
   */
  readonly network?: boolean;
  /** Environment variables. Default only `HOME`, `LANG` and `PATH`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute paths outside `/usr` that commands can read, such as `/opt/java`. Default none. */
  readonly mounts?: readonly string[];
  /**
   * Programs that may be called, as the model writes them. Not a boundary: most programs can start
   * others. Default all.
   */
  readonly allow?: readonly string[];
  /** Whether the model can also run scripts of a shell: the tool `shell_script`. Default false. */
  readonly allowScript?: boolean;
  /** Longest time that a model can give a command, in seconds, up to 300. Default 300. */
  readonly maxSeconds?: number;
  /** Memory of all processes of a command, in bytes. Default 1,000,000,000. */
  readonly maxMemoryBytes?: number;
  /** Processes and threads of a command at the same time. Default 256. */
  readonly maxProcesses?: number;
  /** Longest output that the model reads, in bytes of stdout and of stderr. Default 32,000. */
  readonly maxOutputBytes?: number;
  /** Output after which a command is stopped, in bytes. Default 100,000,000. */
  readonly maxWrittenBytes?: number;
  /** Largest file that a command can write, in bytes. Default 1,000,000,000. */
  readonly maxFileBytes?: number;
  /**
   * Bytes by which the disks of the roots can fill up during a command, also through other
   * programs. In a sandbox only. Default 10,000,000,000.
   */
  readonly maxDiskBytes?: number;
  /**
   * Files and folders by which the disks of the roots can grow during a command, empty ones too,
   * also through other programs. In a sandbox only, and not on Btrfs. Default 1,000,000.
   */
  readonly maxNewFiles?: number;
  /**
   * If this process is root: the user that runs commands. Default the owner of the first root,
   * unless that is root too. For root itself, the kernel does not limit processes.
   */
  readonly user?: HostUser;
  /** Path of bubblewrap. Default `bwrap` in `PATH`. */
  readonly bubblewrap?: string;
  /**
   * Accepts a host without the sandbox. Commands then run as this process, with all its files and
   * its network, and a person must approve each call. Default false: there is no shell toolset.
   */
  readonly unsafe?: boolean;
}

/**
 * The settings of a shell toolset, checked. A token for the container: provide a value, or a
 * factory that takes `RunContext` for another root in each run.
 *
 * @example
 * const provide = [{ provide: ShellOptions, useValue: new ShellOptions({ root: '/srv/work' }) }];
 * @example
 * const useFactory = (run: RunContext<Deps>) => new ShellOptions({ root: run.deps.folder });
 * const provide = [{ provide: ShellOptions, useFactory, inject: [RunContext] }];
 */
export class ShellOptions {
  /** The folders. A single one has the name `''`. */
  readonly roots: readonly NamedRoot[];
  /** As in {@link ShellSettings}. */
  readonly network: boolean;
  /** All variables of a command. */
  readonly env: Readonly<Record<string, string>>;
  /** As in {@link ShellSettings}. */
  readonly mounts: readonly string[];
  /** As in {@link ShellSettings}. */
  readonly allow: ReadonlySet<string> | undefined;
  /** As in {@link ShellSettings}. */
  readonly allowScript: boolean;
  /** As in {@link ShellSettings}. */
  readonly maxSeconds: number;
  /** As in {@link ShellSettings}. */
  readonly maxMemoryBytes: number;
  /** As in {@link ShellSettings}. */
  readonly maxProcesses: number;
  /** As in {@link ShellSettings}. */
  readonly maxOutputBytes: number;
  /** As in {@link ShellSettings}. */
  readonly maxWrittenBytes: number;
  /** As in {@link ShellSettings}. */
  readonly maxFileBytes: number;
  /** As in {@link ShellSettings}. */
  readonly maxDiskBytes: number;
  /** As in {@link ShellSettings}. */
  readonly maxNewFiles: number;
  /** As in {@link ShellSettings}. */
  readonly user: HostUser | undefined;
  /** The sandbox. Undefined if the host has none, and the settings accept that. */
  readonly sandbox: Sandbox | undefined;

  /**
   * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid, HAFT_NO_SANDBOX if bubblewrap
   *   cannot run commands here and `unsafe` is not set, a root is read-only without a sandbox, or
   *   commands would run as root
   */
  constructor(settings: ShellSettings) {
    refuseUnknownOptions('The shell toolset', settings, SETTINGS);
    this.network = settings.network ?? false;
    this.env = { HOME: '/tmp', LANG: 'C.UTF-8', PATH, ...settings.env };
    this.mounts = (settings.mounts ?? []).map((path) => visibleFolder('mounts', path));
    this.roots = withoutNesting(namedRoots('shell', settings), this.mounts);
    requireList('allow', settings.allow);
    this.allow = settings.allow === undefined ? undefined : new Set(settings.allow.map(programName));
    this.allowScript = settings.allowScript ?? false;
    this.maxSeconds = requireCount('maxSeconds of the shell toolset', settings.maxSeconds ?? MOST_SECONDS, 1);
    if (this.maxSeconds > MOST_SECONDS)
      throw invalidOption(`maxSeconds of the shell toolset is ${this.maxSeconds}.`, 'Give at most 300.');
    this.maxMemoryBytes = requireCount(
      'maxMemoryBytes of the shell toolset',
      settings.maxMemoryBytes ?? 1_000_000_000,
      1,
    );
    this.maxProcesses = requireCount('maxProcesses of the shell toolset', settings.maxProcesses ?? 256, 1);
    this.maxOutputBytes = requireCount('maxOutputBytes of the shell toolset', settings.maxOutputBytes ?? 32_000, 1);
    this.maxWrittenBytes = requireCount(
      'maxWrittenBytes of the shell toolset',
      settings.maxWrittenBytes ?? 100_000_000,
      1,
    );
    this.maxFileBytes = requireCount('maxFileBytes of the shell toolset', settings.maxFileBytes ?? 1_000_000_000, 1);
    this.maxDiskBytes = requireCount('maxDiskBytes of the shell toolset', settings.maxDiskBytes ?? 10_000_000_000, 1);
    this.maxNewFiles = requireCount('maxNewFiles of the shell toolset', settings.maxNewFiles ?? 1_000_000, 1);
    requireEnv(this.env);
    const user = settings.user ?? ownerOf(this.roots);
    this.sandbox = findSandbox({ ...settings, ...(user !== undefined && { user }) });
    if (this.sandbox !== undefined && user === undefined && isRoot()) throw runsAsRoot(this.roots);
    this.user = this.sandbox === undefined ? settings.user : user;
    const readOnly = this.sandbox === undefined ? this.roots.find((root) => root.readOnly) : undefined;
    if (readOnly !== undefined) {
      throw noSandbox(`Without a sandbox, commands can change the read-only root '${readOnly.path}'.`);
    }
  }
}

/** If this process is root: the user that owns the first root, or undefined if root does. */
function ownerOf([root]: readonly NamedRoot[]): HostUser | undefined {
  if (!isRoot() || root === undefined) return undefined;
  const { uid, gid } = statSync(root.path);
  return uid === 0 ? undefined : { uid, gid };
}

/** The longest time of a command, in seconds. The timeout of the tools is a little longer. */
const MOST_SECONDS = 300;

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * A command that can change a folder could replace a folder in it with a link. The next command
 * would get the target of that link as its root.
 */
function withoutNesting(roots: readonly NamedRoot[], mounts: readonly string[]): readonly NamedRoot[] {
  const others = mounts.flatMap((path) => (existsSync(path) ? [path, realpathSync.native(path)] : [path]));
  for (const outer of roots.filter(({ readOnly }) => !readOnly)) {
    const paths = [...roots.filter((root) => root !== outer).map(({ path }) => path), ...others];
    const inner = paths.find((path) => `${path}/`.startsWith(outer.path === '/' ? '/' : `${outer.path}/`));
    if (inner === undefined) continue;
    throw invalidOption(`'${inner}' is inside the root '${outer.path}', which commands can change.`, 'Separate them.');
  }
  return roots;
}

/** Haft compares whole names, so that a pattern or a command would allow nothing. */
function programName(name: unknown): string {
  if (typeof name === 'string' && name !== '' && !/[\s*?[\]{}|;&<>]/.test(name)) return name;
  throw invalidOption(`allow has ${JSON.stringify(name)}.`, "Write whole names of programs: ['git', 'node'].");
}

function requireEnv(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (/^[^=\0]+$/.test(name) && typeof value === 'string' && !value.includes('\0')) continue;
    throw invalidOption(`env has the variable '${name}', which cannot be set.`, 'Give texts without NUL.');
  }
}

const SETTINGS: OptionNames<ShellSettings> = {
  root: true,
  roots: true,
  readOnly: true,
  network: true,
  env: true,
  mounts: true,
  allow: true,
  allowScript: true,
  maxSeconds: true,
  maxMemoryBytes: true,
  maxProcesses: true,
  maxOutputBytes: true,
  maxWrittenBytes: true,
  maxFileBytes: true,
  maxDiskBytes: true,
  maxNewFiles: true,
  user: true,
  bubblewrap: true,
  unsafe: true,
};
