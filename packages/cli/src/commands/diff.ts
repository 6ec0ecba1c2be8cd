import {
  compareDefinitions,
  labelOf,
  type ComparedDefinition,
  type DefinitionChange,
} from '@haft/schema/compatibility';
import { readJsonFile } from '../files/read-json-file.js';
import { writtenTools } from '../files/written-tools.js';
import { changeText } from '../output/change-text.js';
import { plural } from '../output/plural.js';
import { printJson } from '../output/print-json.js';
import { styled } from '../output/styled.js';
import { definitionOf } from '../project/definition-of.js';
import { offersOf, readProject, toolsOf } from '../project/read-project.js';
import type { SettingsOptions } from '../settings/read-settings.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft diff`. */
export interface DiffOptions extends Pick<SettingsOptions, 'tsconfig'> {
  readonly json?: boolean;
}

/**
 * Compares the tools, resources and prompts of two files from `haft schema`, or of one file with
 * the project's source. Prints the changes that affect callers.
 *
 * @returns 1 if a tool is missing, or has a breaking change without a new version. Otherwise 0.
 * @throws {UsageError} if a file cannot be read or has no tools
 */
export async function diff(oldFile: string, newFile: string | undefined, options: DiffOptions): Promise<number> {
  const before = await toolsOfFile(oldFile);
  const after = newFile === undefined ? await toolsOfSource(options) : await toolsOfFile(newFile);
  if (after === undefined) return 1;
  const { changes, withoutNewVersion } = compareDefinitions(before, after);
  const isForgiven = ({ tool }: DefinitionChange) => {
    const now = after.find((one) => labelOf(one) === tool) ?? after.find(({ aliases }) => aliases?.includes(tool));
    return now !== undefined && !withoutNewVersion.includes(labelOf(now));
  };
  const unforgiven = changes.filter((change) => change.compatibility === 'breaking' && !isForgiven(change));
  const ok = unforgiven.length === 0;
  if (options.json) printJson({ ok, changes, withoutNewVersion });
  else print(changes, unforgiven);
  return ok ? 0 : 1;
}

async function toolsOfFile(file: string): Promise<readonly ComparedDefinition[]> {
  const tools = writtenTools(await readJsonFile(file));
  if (tools !== undefined) return tools;
  throw new UsageError(`${file} holds no tools.`, 'Write such a file with `haft schema > tools.json`.');
}

async function toolsOfSource(options: DiffOptions): Promise<readonly ComparedDefinition[] | undefined> {
  const model = await readProject(options);
  return model && [...toolsOf(model), ...offersOf(model)].map(definitionOf);
}

const STYLES = { breaking: 'red', compatible: 'green', info: 'dim' } as const;

function print(changes: readonly DefinitionChange[], unforgiven: readonly DefinitionChange[]): void {
  let tool: string | undefined;
  for (const change of changes) {
    if (change.tool !== tool) say(styled('bold', change.tool));
    ({ tool } = change);
    say(`  ${styled(STYLES[change.compatibility], change.compatibility.padEnd(10))}  ${changeText(change)}`);
  }
  if (changes.length === 0) say('no changes');
  if (unforgiven.length === 0) return;
  const tools = [...new Set(unforgiven.map((change) => change.tool))].join(', ');
  say(`\n${styled('red', '✗')} ${plural(unforgiven.length, 'breaking change')} without a new version: ${tools}`);
  say(
    "  Undo it, or give the tool a new version (`@Tool({ version: '2' })`). Keep the name of a removed tool as an alias.",
  );
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
