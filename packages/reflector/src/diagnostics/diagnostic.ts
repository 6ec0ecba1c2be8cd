import type { DiagnosticCode } from './codes.js';

/** `error` stops the build; `warning` does too with `--strict`; `info` never does. */
export type Severity = 'error' | 'warning' | 'info';

/** One finding of the build, at its place in the source. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** What is wrong, naming the thing in quotes. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
  /** Relative to the tsconfig's folder, with `/`; undefined where no file is to blame. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
}
