import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { snakeCase } from '@haft/core';
import type { ProjectModel } from '@haft/reflector';
import { toolsetPage } from '../docs/toolset-page.js';
import { accessRows, accessTable } from '../access/access-table.js';
import { printJson } from '../output/print-json.js';
import { styled } from '../output/styled.js';
import { UsageError } from '../usage-error.js';
import { readProject } from '../project/read-project.js';
import type { SettingsOptions } from '../settings/read-settings.js';

/** Options of `haft docs`. */
export interface DocsOptions extends Pick<SettingsOptions, 'tsconfig'> {
  /** A folder, relative to the working directory. */
  readonly out?: string;
  /** Whether to print who may call what instead. */
  readonly access?: boolean;
  /** Whether to print it as JSON. */
  readonly json?: boolean;
}

/**
 * Writes a Markdown page for every toolset into a folder. Without a folder, prints all pages. With
 * `access`, prints the permissions of all tools.
 *
 * @returns 1 if the source has errors
 * @throws {UsageError} for `json` without `access`
 */
export async function docs({ out, access, json, ...options }: DocsOptions): Promise<number> {
  if (json === true && access !== true)
    throw new UsageError('--json is for haft docs --access.', 'Add --access, or leave out --json.');
  const model = await readProject(options);
  if (model === undefined) return 1;
  if (access === true) {
    const rows = accessRows(model);
    if (json === true) printJson(rows);
    else process.stdout.write(accessTable(rows));
    return 0;
  }
  const pages = [...model.toolsets, ...functionsOf(model)].map((one) => ({ name: one.name, text: toolsetPage(one) }));
  if (out === undefined) process.stdout.write(pages.map(({ text }) => text).join('\n'));
  else for (const { name, text } of pages) write(resolve(out), `${fileName(name)}.md`, text);
  return 0;
}

/** Puts functions on one page: only the runtime knows their toolsets. */
function functionsOf({ functions }: ProjectModel): readonly Parameters<typeof toolsetPage>[0][] {
  if (functions.length === 0) return [];
  const source = [...new Set(functions.map((one) => one.source))].join('`, `');
  return [{ name: 'Functions', source, tools: functions.map((one) => one.tool) }];
}

function write(folder: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
  process.stdout.write(`${styled('green', '✓')} wrote ${relative(process.cwd(), join(folder, file))}\n`);
}

/** Returns the name of a page: `FileToolset` becomes `file-toolset`. */
function fileName(name: string): string {
  return snakeCase(name).replace(/[^a-z0-9]+/g, '-');
}
