import { plural } from '../output/plural.js';
import { printJson } from '../output/print-json.js';
import { styled } from '../output/styled.js';
import { offersOf, readProject, toolsOf, type OfferOfProject, type ToolOfProject } from '../project/read-project.js';
import type { SettingsOptions } from '../settings/read-settings.js';

/** Options of `haft list`. */
export interface ListOptions extends SettingsOptions {
  readonly json?: boolean;
}

/**
 * Prints every tool, resource and prompt with the first line of its description.
 *
 * @returns 1 if the source has errors
 */
export async function list(options: ListOptions): Promise<number> {
  const model = await readProject(options);
  if (model === undefined) return 1;
  const [tools, offers] = [toolsOf(model), offersOf(model)];
  if (options.json) printJson([...tools, ...offers].map(entryOf));
  else process.stdout.write(tableOf(tools, offers));
  return 0;
}

function entryOf({ toolset, tool }: ToolOfProject | OfferOfProject): object {
  const { name, description, version, method } = tool;
  const offer = 'uri' in tool ? { kind: tool.kind, uri: tool.uri } : tool.kind && { kind: tool.kind };
  return { name, ...offer, description, version, toolset: toolset.name, method, source: toolset.source };
}

function tableOf(tools: readonly ToolOfProject[], offers: readonly OfferOfProject[]): string {
  const [resources, prompts] = (['resource', 'prompt'] as const).map((kind) =>
    offers.filter(({ tool }) => tool.kind === kind),
  );
  const counts = [
    ...(tools.length === 0 && offers.length > 0 ? [] : [plural(tools.length, 'tool')]),
    ...(resources?.length ? [plural(resources.length, 'resource')] : []),
    ...(prompts?.length ? [plural(prompts.length, 'prompt')] : []),
  ].join(', ');
  const toolsets = new Set([...tools, ...offers].map(({ toolset }) => toolset)).size;
  const groups = [tools, resources ?? [], prompts ?? []].filter(({ length }) => length > 0).map(linesOf);
  return `${[...groups, `${counts} in ${plural(toolsets, 'toolset')}`].join('\n\n')}\n`;
}

/** A resource has its URI in place of its name. */
function linesOf(tools: readonly (ToolOfProject | OfferOfProject)[]): string {
  const rows = tools.map(({ tool }) => ['uri' in tool ? tool.uri : tool.name, firstLine(tool.description)] as const);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${styled('bold', name.padEnd(width))}  ${text}`).join('\n');
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
