import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { HaftError } from '@haft/core/errors';
import { isObject } from '@haft/schema/internal';
import type { Settings } from './settings.js';
import type { TokenBudget } from './token-budget.js';

/**
 * Options of the command line that replace settings. Paths are relative to the working directory.
 */
export interface SettingsOptions {
  readonly tsconfig?: string;
  readonly out?: string;
  readonly strict?: boolean;
  /** Names of providers. */
  readonly for?: readonly string[];
}

/**
 * Reads the settings of the project around a folder. They are in the nearest package.json here or
 * above. If the tsconfig of the command line belongs to a package further down, its package.json
 * counts. Without a package.json, the nearest tsconfig.json defines the project.
 *
 * @param cwd - absolute
 * @throws {HaftError} `HAFT_SETTINGS` if the key `haft` of package.json is invalid
 */
export async function readSettings(options: SettingsOptions = {}, cwd = process.cwd()): Promise<Settings> {
  const named = options.tsconfig === undefined ? undefined : tsconfigFile(resolve(cwd, options.tsconfig));
  const folder = projectFolder(cwd, named);
  const written = await readKey(join(folder, 'package.json'));
  const out =
    options.out !== undefined ? resolve(cwd, options.out) : resolve(folder, written.out ?? 'src/toolsets.gen.ts');
  checkOut(out);
  return {
    folder,
    tsconfig: named ?? tsconfigFile(resolve(folder, written.tsconfig ?? 'tsconfig.json')),
    out,
    strict: options.strict ?? written.strict ?? false,
    for: options.for ?? written.for ?? [],
    comments: written.comments ?? [],
    runtime: written.runtime === undefined ? undefined : resolve(folder, written.runtime),
    tokens: written.tokens,
  };
}

/** Returns the tsconfig.json of a folder, as `tsc -p` does. */
function tsconfigFile(path: string): string {
  return isFolder(path) ? join(path, 'tsconfig.json') : path;
}

function projectFolder(cwd: string, tsconfig: string | undefined): string {
  const around = nearestProject(cwd);
  const below = tsconfig === undefined ? around : nearestProject(dirname(tsconfig));
  return below.startsWith(around + sep) ? below : around;
}

function nearestProject(folder: string): string {
  return nearestWith('package.json', folder) ?? nearestWith('tsconfig.json', folder) ?? folder;
}

/**
 * Checks that the module is a TypeScript file with code. Any other file would be overwritten by
 * mistake.
 */
function checkOut(out: string): void {
  const isModule = /\.[cm]?ts$/.test(out) && !/\.d\.[cm]?ts$/.test(out);
  if (isModule && !isFolder(out)) return;
  throw new HaftError(
    'HAFT_SETTINGS',
    `The generated module cannot be written to ${out}: the module is a TypeScript file.`,
    {
      hint: "Name a file that ends in .ts, .mts or .cts, with --out or the setting 'out'.",
    },
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The keys that are allowed, and the check of each value. */
const KINDS = {
  tsconfig: { is: isText, expected: 'a path' },
  out: { is: isText, expected: 'a path' },
  strict: { is: (value: unknown) => typeof value === 'boolean', expected: 'true or false' },
  for: { is: isTexts, expected: 'a list of providers, such as ["openai", "gemini"]' },
  comments: { is: isTexts, expected: 'a list of packages, such as ["@acme/types"]' },
  runtime: { is: isText, expected: 'the path of a built module' },
  tokens: {
    is: (value: unknown) => typeof value === 'number' || isObject(value),
    expected: 'a whole number from 1, or an object such as { "openai": 8000, "toolsets": { "Files": 2000 } }',
  },
} as const;

interface WrittenSettings {
  readonly tsconfig?: string;
  readonly out?: string;
  readonly strict?: boolean;
  readonly for?: readonly string[];
  readonly comments?: readonly string[];
  readonly runtime?: string;
  readonly tokens?: TokenBudget;
}

async function readKey(file: string): Promise<WrittenSettings> {
  if (!existsSync(file)) return {};
  const key = (parsed(file) as { haft?: unknown } | null)?.haft;
  if (key === undefined) return {};
  if (!isObject(key)) throw wrong(file, 'expected an object.');
  for (const [name, value] of Object.entries(key)) {
    if (!Object.hasOwn(KINDS, name)) {
      // Loaded only for a mistake: every build reads these settings, even if it has nothing to do.
      const { didYouMean } = await import('../did-you-mean.js');
      throw wrong(file, `unknown setting '${name}'.${didYouMean(name, Object.keys(KINDS))}`);
    }
    const { is, expected } = KINDS[name as keyof typeof KINDS];
    if (!is(value)) throw wrong(file, `'${name}' must be ${expected}.`);
  }
  const settings: WrittenSettings = key;
  if (settings.tokens !== undefined) await checkTokens(file, settings.tokens);
  return settings;
}

/** Loads the names of providers only for a budget: every build reads these settings. */
async function checkTokens(file: string, tokens: TokenBudget): Promise<void> {
  const { budgetProblem } = await import('./token-budget.js');
  const problem = budgetProblem(tokens);
  if (problem !== undefined) throw wrong(file, problem);
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new HaftError('HAFT_SETTINGS', `${file} is not valid JSON: ${(cause as Error).message}`, {
      hint: 'Fix the JSON syntax. npm cannot read the file either.',
      cause,
    });
  }
}

function wrong(file: string, problem: string): HaftError {
  return new HaftError('HAFT_SETTINGS', `The key 'haft' of ${file}: ${problem}`, {
    hint: `Settings are ${Object.keys(KINDS).join(', ')}.`,
  });
}

function nearestWith(file: string, folder: string): string | undefined {
  if (existsSync(join(folder, file))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : nearestWith(file, above);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
