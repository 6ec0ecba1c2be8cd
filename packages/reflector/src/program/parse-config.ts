import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { mapNewerOptions, type MappedOption } from './newer-options.js';
import { reportCompiler } from './report-compiler.js';
import { ts } from './typescript.js';

/** A tsconfig with the options of its bases. */
export interface ParsedConfig extends ts.ParsedCommandLine {
  /** The tsconfig and its bases, absolute. */
  readonly configFiles: readonly string[];
}

/**
 * Reads a tsconfig and its bases. Reports errors.
 *
 * @returns undefined if the file does not exist
 */
export function parseConfig(tsconfig: string, diagnostics: Diagnostics): ParsedConfig | undefined {
  if (!existsSync(tsconfig)) {
    diagnostics.add({
      code: 'HAFT1001',
      severity: 'error',
      message: `There is no file '${diagnostics.fileName(tsconfig)}'.`,
      fix: 'Create it, or name another one: `haft build --tsconfig FILE`, or `haft.tsconfig` in package.json.',
    });
    return undefined;
  }
  const configFiles = new Set<string>([tsconfig]);
  const mapped: MappedOption[] = [];
  /** Maps options in the text, also of extended files, before TypeScript reads them. */
  const readFile = (file: string): string | undefined => {
    const text = ts.sys.readFile(file);
    if (text === undefined || !file.endsWith('.json') || file.endsWith('package.json')) return text;
    configFiles.add(file);
    const parsedFile: { config?: object; error?: ts.Diagnostic } = ts.parseConfigFileTextToJson(file, text);
    const { config, error } = parsedFile;
    if (error !== undefined || config === undefined) return text;
    const newer = mapNewerOptions(config);
    if (newer.length === 0) return text;
    mapped.push(...newer);
    return JSON.stringify(config);
  };
  const file = ts.readJsonConfigFile(tsconfig, readFile);
  const parsed = ts.parseJsonSourceFileConfigFileContent(
    file,
    { ...ts.sys, readFile },
    dirname(tsconfig),
    undefined,
    tsconfig,
  );
  for (const one of mapped) diagnostics.add(newerOption(one, diagnostics.fileName(tsconfig)));
  for (const error of ts.getConfigFileParsingDiagnostics(parsed))
    reportCompiler(error, 'HAFT1001', 'Correct the tsconfig.', diagnostics);
  return { ...parsed, configFiles: [...configFiles].sort() };
}

function newerOption({ option, value, instead }: MappedOption, file: string): Diagnostic {
  return {
    code: 'HAFT1003',
    severity: 'info',
    message: `'${option}: ${value}' is newer than TypeScript ${ts.version}: Haft ${instead === undefined ? 'ignores it' : `uses '${instead}' instead`} when it reads types.`,
    fix: 'Nothing to do: this affects only how Haft reads types.',
    file,
  };
}
