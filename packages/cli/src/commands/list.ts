import { plural } from '../output/plural.js';
import { printJson } from '../output/print-json.js';
import { styled } from '../output/styled.js';
import { readProject, toolsOf, type ToolOfProject } from '../project/read-project.js';
import type { SettingsOptions } from '../settings/read-settings.js';

/** Options of `haft list`. */
export interface ListOptions extends SettingsOptions {
  readonly json?: boolean;
}

/**
 * Prints every tool with the first line of its description.
 *
 * @returns 1 if the source has errors
 */
export async function list(options: ListOptions): Promise<number> {
  const model = await readProject(options);
  if (model === undefined) return 1;
  const tools = toolsOf(model);
  if (options.json) printJson(tools.map(entryOf));
  else process.stdout.write(tableOf(tools));
  return 0;
}

function entryOf({ toolset, tool }: ToolOfProject): object {
  const { name, description, version, method } = tool;
  return { name, description, version, toolset: toolset.name, method, source: toolset.source };
}

function tableOf(tools: readonly ToolOfProject[]): string {
  const width = Math.max(...tools.map(({ tool }) => tool.name.length));
  const lines = tools.map(({ tool }) => `${styled('bold', tool.name.padEnd(width))}  ${firstLine(tool.description)}`);
  const toolsets = new Set(tools.map(({ toolset }) => toolset)).size;
  return `${lines.join('\n')}\n\n${plural(tools.length, 'tool')} in ${plural(toolsets, 'toolset')}\n`;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
