import type { Diagnostic } from '../diagnostics/diagnostic.js';

/**
 * The dependencies and the result of one successful build. Paths are relative to the tsconfig's
 * folder.
 */
export interface Manifest {
  /** The versions of this form, of the reflector and of everything that it reads with. */
  readonly version: string;
  /** The options: another `out`, `strict`, `for` or `comments` is another build. */
  readonly request: string;
  /**
   * Every file of the project that the build read, with the hash of its content. Includes
   * tsconfigs.
   */
  readonly files: Readonly<Record<string, string>>;
  /**
   * Every file of a package that the build read, with its size and time. The package's package.json
   * is in `files`, because some installers give every file the same time.
   */
  readonly packageFiles: Readonly<Record<string, string>>;
  /** Folders where a new file would belong to the program, with the hash of their names. */
  readonly folders: Readonly<Record<string, string>>;
  /** The hash of the written module. */
  readonly module: string;
  /** Size and time of the modules next to it. If nothing changed, they are not read. */
  readonly besideModule: string;
  readonly toolsets: number;
  readonly tools: number;
  /** Warnings and informations. The next build shows them again. */
  readonly diagnostics: readonly Diagnostic[];
}
