import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Diagnostic, Severity } from '@haft/reflector';
import { styled } from './styled.js';

/** The format of findings: for people, for programs, or as annotations of GitHub Actions. */
export type DiagnosticFormat = 'pretty' | 'json' | 'github';

/**
 * Prints the findings of a build to the standard error, as the TypeScript compiler does. The
 * command itself prints `json`, together with its result.
 *
 * @param folder - the base of the paths in the diagnostics
 */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  folder: string,
  format: Exclude<DiagnosticFormat, 'json'>,
): void {
  const print = format === 'github' ? githubAnnotation : prettyDiagnostic;
  for (const diagnostic of diagnostics) process.stderr.write(`${print(diagnostic, folder)}\n`);
}

/** Returns `2 errors, 1 warning`, or an empty text if there is nothing to count. */
export function countText(diagnostics: readonly Diagnostic[]): string {
  const parts = (['error', 'warning'] as const).map((severity) => {
    const count = diagnostics.filter((one) => one.severity === severity).length;
    return count === 0 ? '' : `${String(count)} ${severity}${count === 1 ? '' : 's'}`;
  });
  return parts.filter((part) => part !== '').join(', ');
}

const STYLES = { error: 'red', warning: 'yellow', info: 'cyan' } as const satisfies Record<Severity, string>;

function prettyDiagnostic(diagnostic: Diagnostic, folder: string): string {
  const { code, severity, message, fix } = diagnostic;
  const where = placeText(diagnostic, folder);
  const what = styled(STYLES[severity], severity, process.stderr);
  const head = `${where === '' ? '' : `${where} - `}${what} ${styled('dim', `${code}:`, process.stderr)} ${message}`;
  return [head, ...frame(diagnostic, folder), `  ${styled('bold', 'fix:', process.stderr)} ${fix}`, ''].join('\n');
}

function placeText({ file, line, column }: Diagnostic, folder: string): string {
  if (file === undefined) return '';
  const path = styled('cyan', shownPath(folder, file), process.stderr);
  return line === undefined ? path : `${path}:${String(line)}:${String(column ?? 1)}`;
}

/**
 * The most characters of a source line to print. A terminal would wrap a longer line and misplace
 * the mark.
 */
const LONGEST_LINE = 120;

/** Returns the source line and a mark under the place. */
function frame({ file, line, column = 1 }: Diagnostic, folder: string): readonly string[] {
  if (file === undefined || line === undefined) return [];
  const whole = sourceLine(resolve(folder, file), line);
  if (whole === undefined) return [];
  const start = whole.length <= LONGEST_LINE ? 0 : Math.max(0, column - LONGEST_LINE / 2);
  const text = whole.slice(start, start + LONGEST_LINE);
  const indent = text.slice(0, column - 1 - start).replace(/\S/g, ' ');
  const [number, blank] = [String(line), ' '.repeat(String(line).length)];
  const mark = styled('red', '~', process.stderr);
  return ['', `  ${styled('inverse', number, process.stderr)} ${text}`, `  ${blank} ${indent}${mark}`, ''];
}

function sourceLine(path: string, line: number): string | undefined {
  try {
    // The compiler counts the line separators of Unicode as line breaks too.
    return readFileSync(path, 'utf8').split(/\r\n|[\n\r\u2028\u2029]/)[line - 1];
  } catch {
    // If the file cannot be read now, the finding still has its place.
    return undefined;
  }
}

/** Returns an error about a whole file as an annotation of GitHub Actions. */
export function githubError(title: string, file: string, message: string): string {
  return `::error file=${annotatedFile(file)},title=${title}::${annotationText(message)}`;
}

/** @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands */
function githubAnnotation({ code, severity, message, fix, file, line, column }: Diagnostic, folder: string): string {
  const kind = severity === 'info' ? 'notice' : severity;
  const facts = [
    file === undefined ? '' : `file=${annotatedFile(resolve(folder, file))}`,
    line === undefined ? '' : `line=${String(line)}`,
    column === undefined ? '' : `col=${String(column)}`,
    `title=${code}`,
  ];
  return `::${kind} ${facts.filter((fact) => fact !== '').join(',')}::${annotationText(`${message}\nfix: ${fix}`)}`;
}

function annotationText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Returns the path from the root of the repository, as annotations need it. */
function annotatedFile(file: string): string {
  return property(pathFrom(process.env.GITHUB_WORKSPACE ?? process.cwd(), file));
}

function property(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\n', '%0A').replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Returns the path relative to the working directory. */
function shownPath(folder: string, file: string): string {
  return pathFrom(process.cwd(), resolve(folder, file));
}

function pathFrom(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}
