import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** What one successful build depended on, and what came of it. Paths are relative to the tsconfig's folder. */
export interface Manifest {
  /** Of this form, of the reflector and of everything that it reads with. */
  readonly version: string;
  /** What was asked for: another `out` or `strict` is another build. */
  readonly request: string;
  /** Every file that was read, the tsconfigs among them, with the hash of its content. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders where a new file would belong to the program, with the hash of the names in them. */
  readonly folders: Readonly<Record<string, string>>;
  /** Of the module that was written. */
  readonly module: string;
  readonly toolsets: number;
  readonly tools: number;
  /** Warnings and informations: they are shown again. */
  readonly diagnostics: readonly Diagnostic[];
}
