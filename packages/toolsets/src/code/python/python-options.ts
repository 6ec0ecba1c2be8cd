import { requireCount, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { findSandbox, isRoot, type HostUser, type Sandbox } from '../../sandbox/find-sandbox.js';
import { seccompFilter } from '../../sandbox/seccomp-filter.js';
import { visibleFolder } from '../../sandbox/visible-folder.js';
import { findPython } from './find-python.js';
import { tryPython } from './try-python.js';

/** Settings of Python code. All are optional. */
export interface PythonSettings {
  /** Path of the interpreter. Default `/usr/bin/python3`, or the first `python3` in `PATH`. */
  readonly python?: string;
  /**
   * Absolute paths outside `/usr` that code can read, at the same place. Code can read all files
   * that the user of the sandbox can read there. Default none.
   */
  readonly mounts?: readonly string[];
  /**
   * Folders with modules that code can import, such as the `site-packages` of a virtual
   * environment. The sandbox shows them for reading. Default none: the standard library.
   */
  readonly modules?: readonly string[];
  /** Memory of a program, with its files in `/tmp`, in bytes. Default 512,000,000. */
  readonly maxMemoryBytes?: number;
  /** If this process is root: the user that runs code. Default 65534, which owns nothing. */
  readonly user?: HostUser;
  /** Path of bubblewrap. Default `bwrap` in `PATH`. */
  readonly bubblewrap?: string;
  /**
   * Accepts a host without the sandbox. Code then runs as this process, with all its files and its
   * network. Each outcome says so in its metadata. Default false: there is no Python.
   */
  readonly unsafe?: boolean;
}

/** The settings of Python code, checked. */
export class PythonOptions {
  /** Path of the interpreter. */
  readonly python: string;
  /** All paths that the sandbox shows besides `/usr`. */
  readonly mounts: readonly string[];
  /** As in {@link PythonSettings}. */
  readonly modules: readonly string[];
  /** As in {@link PythonSettings}. */
  readonly maxMemoryBytes: number;
  /** As in {@link PythonSettings}. */
  readonly user: HostUser | undefined;
  /** The sandbox. Undefined if the host has none, and the settings accept that. */
  readonly sandbox: Sandbox | undefined;

  /**
   * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid, HAFT_NO_SANDBOX if there is no
   *   Python, or bubblewrap cannot run it here and `unsafe` is not set
   */
  constructor(settings: PythonSettings = {}) {
    refuseUnknownOptions('python of the code toolset', settings, SETTINGS);
    const { mounts = [], modules = [], maxMemoryBytes = 512_000_000, unsafe = false } = settings;
    requireCount('maxMemoryBytes of the code toolset', maxMemoryBytes, LEAST_MEMORY);
    this.modules = modules.map((path) => visibleFolder('modules', path));
    this.maxMemoryBytes = maxMemoryBytes;
    const { executable, prefix } = findPython(settings.python);
    this.python = executable;
    const shown = [...mounts.map((path) => visibleFolder('mounts', path)), ...this.modules, ...prefix];
    this.mounts = [...new Set(shown)].filter((path) => !path.startsWith('/usr/'));
    this.user = settings.user ?? (isRoot() ? NOBODY : undefined);
    const found = findSandbox({ ...settings, ...(this.user && { user: this.user }), unsafe });
    // No process of a program makes another one, so the kernel need not end any other.
    this.sandbox = found && { ...found, filter: seccompFilter(process.arch, { oneProcess: true }) };
    if (this.sandbox !== undefined) tryPython(this.sandbox, this);
    else this.user = settings.user;
  }
}

/** Less is not enough for the interpreter and the messages. */
const LEAST_MEMORY = 50_000_000;

/** The user without files, by the number that Linux uses for unknown users. */
const NOBODY: HostUser = { uid: 65_534, gid: 65_534 };

const SETTINGS: OptionNames<PythonSettings> = {
  python: true,
  mounts: true,
  modules: true,
  maxMemoryBytes: true,
  user: true,
  bubblewrap: true,
  unsafe: true,
};
