import type { Diagnostic } from '@haft/reflector';
import { printJson } from './print-json.js';
import { countText, printDiagnostics, type DiagnosticFormat } from './print-diagnostics.js';
import { styled } from './styled.js';

export type { DiagnosticFormat } from './print-diagnostics.js';

/** What a command that reads the project found. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  /** No error, and with `strict` no warning. */
  readonly ok: boolean;
}

/** How the last line says what was done. */
export interface Summary {
  /** When all is well: `wrote src/toolsets.gen.ts`. */
  readonly done: string;
  /** When it is not: `nothing was written`. */
  readonly undone: string;
  /** More facts for `--format json`. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * Prints findings and the summary: findings to the standard error, the summary to the standard output; as JSON
 * everything in one document to the standard output.
 *
 * @param folder - what the files of the diagnostics are relative to
 * @returns the exit code
 */
export function report(findings: Findings, folder: string, format: DiagnosticFormat, summary: Summary): number {
  const { diagnostics, ok } = findings;
  if (format === 'json') {
    printJson({ ok, ...summary.facts, diagnostics });
    return ok ? 0 : 1;
  }
  printDiagnostics(diagnostics, folder, format);
  const counts = countText(diagnostics);
  if (ok) process.stdout.write(`${styled('green', '✓')} ${summary.done}${counts === '' ? '' : ` (${counts})`}\n`);
  else process.stderr.write(`${styled('red', '✗', process.stderr)} ${counts}: ${summary.undone}\n${more(diagnostics)}`);
  return ok ? 0 : 1;
}

function more(diagnostics: readonly Diagnostic[]): string {
  const code = diagnostics.find(({ severity }) => severity === 'error')?.code ?? diagnostics[0]?.code;
  return code === undefined ? '' : `  More: npx haft explain ${code}\n`;
}
