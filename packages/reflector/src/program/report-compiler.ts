import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { ts } from './typescript.js';

/** Reports an error of the compiler. Ignores its warnings and suggestions. */
export function reportCompiler(
  one: ts.Diagnostic,
  code: 'HAFT1001' | 'HAFT1002',
  fix: string,
  diagnostics: Diagnostics,
): void {
  if (one.category !== ts.DiagnosticCategory.Error) return;
  const text = ts.flattenDiagnosticMessageText(one.messageText, ' ');
  const finding: Diagnostic = {
    code,
    severity: 'error',
    message: `TS${one.code}: ${withoutRoot(text, diagnostics)}`,
    fix,
  };
  if (one.file === undefined || one.start === undefined) {
    diagnostics.add(finding);
    return;
  }
  const { line, character } = ts.getLineAndCharacterOfPosition(one.file, one.start);
  diagnostics.add({ ...finding, file: diagnostics.fileName(one.file.fileName), line: line + 1, column: character + 1 });
}

/**
 * Makes absolute paths in the compiler's texts relative, so that reports are the same in every
 * folder.
 */
function withoutRoot(text: string, diagnostics: Diagnostics): string {
  return text.replace(/'(\/[^']+|[A-Za-z]:[\\/][^']+)'/g, (_, path: string) => `'${diagnostics.fileName(path)}'`);
}
