import type { ToolDefinition } from '@haft/core';
import { didYouMean } from '../did-you-mean.js';
import { printJson } from '../output/print-json.js';
import { definitionOf } from '../project/definition-of.js';
import { offersOf, readProject, toolsOf } from '../project/read-project.js';
import type { SettingsOptions } from '../settings/read-settings.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft schema`. */
export interface SchemaOptions extends Pick<SettingsOptions, 'tsconfig'> {
  /** A target of a dialect, as on the command line. */
  readonly for?: string;
  /** The format of the output of `for`. Definitions are always JSON. */
  readonly format?: 'pretty' | 'json';
}

/**
 * Prints the definition of one tool, resource or prompt, or a list of all, as JSON. With `for`,
 * prints the form of tools for that target and its changes.
 *
 * @returns 1 if the source has errors, or the target cannot use a tool
 * @throws {UsageError} if the tool or target does not exist
 */
export async function schema(
  name: string | undefined,
  { for: target, format, ...options }: SchemaOptions,
): Promise<number> {
  const model = await readProject(options);
  if (model === undefined) return 1;
  const tools = toolsOf(model).map(definitionOf);
  const definitions = [...tools, ...offersOf(model).map(definitionOf)];
  const found = name === undefined ? definitions : definitions.find((definition) => definition.name === name);
  if (found === undefined)
    throw unknownTool(
      name ?? '',
      definitions.map((definition) => definition.name),
    );
  if (target !== undefined) return printFor(target, 'name' in found ? [found] : tools, format === 'json');
  printJson(found);
  return 0;
}

async function printFor(name: string, definitions: readonly ToolDefinition[], json: boolean): Promise<number> {
  const { isTarget, TARGETS } = await import('@haft/schema/dialects');
  if (!isTarget(name))
    throw new UsageError(
      `There is no target '${name}'.${didYouMean(name, TARGETS)}`,
      `Targets: ${TARGETS.join(', ')}.`,
    );
  const { toolInDialect } = await import('../dialect/tool-in-dialect.js');
  const tools = definitions.map((definition) => toolInDialect(definition, name));
  if (json) printJson({ target: name, tools });
  else (await import('../dialect/print-tools.js')).printTools(tools, name);
  return tools.every(({ parameters }) => parameters !== undefined) ? 0 : 1;
}

function unknownTool(name: string, names: readonly string[]): UsageError {
  return new UsageError(
    `There is no tool '${name}'.${didYouMean(name, names)}`,
    `Tools: ${names.join(', ') || 'none'}.`,
  );
}
