import type { UriTemplate } from '@haft/core/uri-template';
import { meantName } from '@haft/schema/basics';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import { isFixedUri } from './match-uri.js';

/** Returns the prompt that a client probably means by a name that no prompt has. */
export function meantPrompt(asked: string, offers: readonly PlannedTool[]): string | undefined {
  const names = offers.flatMap(({ tool: { definition } }) => (definition.kind === 'prompt' ? [definition.name] : []));
  return meantName(asked, names);
}

/**
 * Returns the URI or the template that a client probably means by a URI that no resource has. The
 * text before the variables of a template can be near, and not the rest.
 */
export function meantUri(asked: string, offers: readonly PlannedTool[]): string | undefined {
  const templates = offers.flatMap(({ tool }) => tool.offer?.template ?? []);
  const fixed = templates.filter(isFixedUri).map(({ source }) => source);
  const meant = meantName(asked, fixed);
  if (meant !== undefined) return meant;
  const near = templates.filter((template) => !isFixedUri(template) && isNear(asked, template));
  return near.length === 1 ? near[0]?.source : undefined;
}

function isNear(asked: string, { parts: [first, second] }: UriTemplate): boolean {
  const text = first?.kind === 'text' ? first.text : '';
  const [path = ''] = asked.split(/[?#]/, 1);
  if (second?.kind === 'query') return meantName(path, [text]) !== undefined;
  const folders = text.split('/').slice(0, -1);
  const askedFolders = path.split('/').slice(0, folders.length);
  return folders.length > 0 && meantName(askedFolders.join('/'), [folders.join('/')]) !== undefined;
}
