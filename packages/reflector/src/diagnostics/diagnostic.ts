import type { DiagnosticCode } from './codes.js';

/** `error` stops the build. With `--strict`, `warning` does too. `info` never does. */
export type Severity = 'error' | 'warning' | 'info';

/** One finding of the build, at its place in the source. */
export interface Diagnostic {
  /** The stable code of the finding, for example `HAFT1030`. */
  readonly code: DiagnosticCode;
  /** The severity. It decides whether the build fails. */
  readonly severity: Severity;
  /** The problem, with the name of the subject in quotes. */
  readonly message: string;
  /** The next action. */
  readonly fix: string;
  /**
   * The file relative to the tsconfig's folder, with `/`. Undefined if the finding is about no
   * file.
   */
  readonly file?: string;
  /** The line, from 1. */
  readonly line?: number;
  /** The column, from 1. */
  readonly column?: number;
}
