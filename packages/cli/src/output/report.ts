import type { Diagnostic } from '@haft/reflector';
import { printJson } from './print-json.js';
import { countText, printDiagnostics, type DiagnosticFormat } from './print-diagnostics.js';
import { styled } from './styled.js';

export type { DiagnosticFormat } from './print-diagnostics.js';

/** The findings of a command that reads the project. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  /** Whether there is no error, and with `strict` no warning. */
  readonly ok: boolean;
}

/** The last line of the output. */
export interface Summary {
  /** After success: `wrote src/toolsets.gen.ts`. */
  readonly done: string;
  /** After a failure: `nothing was written`. */
  readonly undone: string;
  /** More facts for `--format json`. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * Prints findings to the standard error and the summary to the standard output. As JSON, prints one
 * document to the standard output.
 *
 * @param folder - the base of the paths in the diagnostics
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
