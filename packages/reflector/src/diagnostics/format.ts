import type { Diagnostic, Severity } from './diagnostic.js';

/** The formats of {@link formatDiagnostics}. */
export type DiagnosticFormat = 'pretty' | 'json' | 'github';

/**
 * Returns the lines of a source file, or undefined if it cannot be read. `file` is the name in the
 * diagnostic.
 */
export type ReadLines = (file: string) => readonly string[] | undefined;

/**
 * Formats diagnostics as text. `pretty` is like the compiler, with the source line. It has errors
 * last, and only a few warnings of each code in full. `json` is an
 * array with one object each. `github` is the workflow commands that annotate a pull request.
 * Without diagnostics, the text is empty, or `[]` for `json`.
 *
 * @param readLines - for `pretty`: reads the lines of a source file
 */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  format: DiagnosticFormat,
  readLines: ReadLines = () => undefined,
): string {
  if (format === 'json') return JSON.stringify(diagnostics, null, 2);
  if (format === 'github') return diagnostics.map(githubCommand).join('\n');
  return prettyTexts(diagnostics, readLines).join('\n\n');
}

/** The most warnings of one code that are written out. */
const MOST_OF_A_KIND = 3;
/** The most places of other warnings of the code. */
const MOST_PLACES = 10;

/** Writes errors last, next to the prompt, and folds warnings of one kind. */
function prettyTexts(diagnostics: readonly Diagnostic[], readLines: ReadLines): readonly string[] {
  const kinds = new Map<string, Diagnostic[]>();
  for (const one of diagnostics.filter(({ severity }) => severity !== 'error')) {
    const kind = kinds.get(one.code);
    if (kind === undefined) kinds.set(one.code, [one]);
    else kind.push(one);
  }
  const folded = [...kinds.values()].flatMap((ofKind) => {
    const rest = ofKind.slice(MOST_OF_A_KIND);
    const written = ofKind.slice(0, MOST_OF_A_KIND).map((one) => prettyText(one, readLines));
    return rest.length === 0 ? written : [...written, foldedText(rest)];
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return [...folded, ...errors.map((one) => prettyText(one, readLines))];
}

function foldedText(diagnostics: readonly Diagnostic[]): string {
  const [first] = diagnostics;
  const places = diagnostics
    .slice(0, MOST_PLACES)
    .map(({ file = '', line = 1, column = 1 }) => `  ${file}:${line}:${column}`);
  const more = diagnostics.length - places.length;
  return [
    `${diagnostics.length} more ${first?.severity ?? 'warning'}s ${first?.code ?? ''}. The option --format json lists all:`,
    ...places,
    ...(more > 0 ? [`  ... and ${more} more places`] : []),
  ].join('\n');
}

function prettyText(diagnostic: Diagnostic, readLines: ReadLines): string {
  const { severity, code, message, fix, file, line, column } = diagnostic;
  const place = file === undefined ? '' : line === undefined ? `${file} - ` : `${file}:${line}:${column ?? 1} - `;
  return [
    `${place}${severity} ${code}: ${message}`,
    ...sourceLines(diagnostic, readLines),
    ...fix.split('\n').map((text, index) => (index === 0 ? `  Fix: ${text}` : `       ${text}`)),
  ].join('\n');
}

function sourceLines({ file, line, column = 1 }: Diagnostic, readLines: ReadLines): readonly string[] {
  const source = file === undefined || line === undefined ? undefined : readLines(file)?.[line - 1];
  if (source === undefined || line === undefined) return [];
  const number = String(line);
  // Tabs stay tabs, so that the mark is below its place in every terminal.
  const before = source.slice(0, column - 1).replace(/[^\t]/g, ' ');
  const length = /^[\w$@]+/.exec(source.slice(column - 1))?.[0].length ?? 1;
  return ['', `${number} ${source}`, `${' '.repeat(number.length)} ${before}${'~'.repeat(length)}`, ''];
}

/** @see https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions */
function githubCommand({ severity, code, message, fix, file, line, column }: Diagnostic): string {
  const properties = { file, line, col: column, title: code };
  const written = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${COMMANDS[severity]} ${written.join(',')}::${escapeText(`${message} ${fix}`)}`;
}

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

function escapeText(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
  return escapeText(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
