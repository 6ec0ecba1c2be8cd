import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** What one successful build depended on, and what came of it. Paths are relative to the tsconfig's folder. */
export interface Manifest {
  /** Of this form, of the reflector and of everything that it reads with. */
  readonly version: string;
  /** What was asked for: another `out`, `strict` or `for` is another build. */
  readonly request: string;
  /** Every file of the project that was read, the tsconfigs among them, with the hash of its content. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * Every file of a package that was read, with its size and time; the package's package.json stands in `files`, since
   * some installers give every file the same time.
   */
  readonly packageFiles: Readonly<Record<string, string>>;
  /** Folders where a new file would belong to the program, with the hash of the names in them. */
  readonly folders: Readonly<Record<string, string>>;
  /** Of the module that was written. */
  readonly module: string;
  /** Size and time of those beside it, which nobody reads when nothing changed. */
  readonly besideModule: string;
  readonly toolsets: number;
  readonly tools: number;
  /** Warnings and informations: they are shown again. */
  readonly diagnostics: readonly Diagnostic[];
}
