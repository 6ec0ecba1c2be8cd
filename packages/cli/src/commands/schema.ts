import { didYouMean } from '../did-you-mean.js';
import { printJson } from '../output/print-json.js';
import { definitionOf } from '../project/definition-of.js';
import { readProject, toolsOf } from '../project/read-project.js';
import type { SettingsOptions } from '../settings/read-settings.js';
import { UsageError } from '../usage-error.js';

/**
 * Prints the definition of one tool, or a list of all, as JSON.
 *
 * @returns 1 when the source has errors
 * @throws UsageError when there is no such tool
 */
export async function schema(name: string | undefined, options: SettingsOptions): Promise<number> {
  const model = await readProject(options);
  if (model === undefined) return 1;
  const definitions = toolsOf(model).map(definitionOf);
  const found = name === undefined ? definitions : definitions.find((definition) => definition.name === name);
  if (found === undefined)
    throw unknownTool(
      name ?? '',
      definitions.map((definition) => definition.name),
    );
  printJson(found);
  return 0;
}

function unknownTool(name: string, names: readonly string[]): UsageError {
  return new UsageError(
    `There is no tool '${name}'.${didYouMean(name, names)}`,
    `Tools: ${names.join(', ') || 'none'}.`,
  );
}
