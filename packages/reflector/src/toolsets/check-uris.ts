import { parseUriTemplate, shareUri, type UriTemplate } from '@haft/core/uri-template';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ResourceModel, ToolModel } from '../model.js';
import type { NamedTool } from './check-names.js';

interface Claim {
  readonly template: UriTemplate;
  readonly resource: ResourceModel;
  readonly origin: string;
}

/**
 * Reports two resources that match one URI. A URI without variables wins over a template, so both
 * are possible.
 */
export function checkUris(named: readonly NamedTool<ToolModel>[], diagnostics: Diagnostics): void {
  const before: Claim[] = [];
  for (const claim of named.flatMap(claimOf)) {
    const isFixed = isConstant(claim.template);
    const other = before.find(({ template }) => isConstant(template) === isFixed && shareUri(template, claim.template));
    before.push(claim);
    if (other === undefined) continue;
    const { uri, uriPlace } = claim.resource;
    diagnostics.add({
      code: 'HAFT1123',
      severity: 'error',
      message: `'${uri}' of ${claim.origin} and '${other.resource.uri}' of ${other.origin} match one URI.`,
      fix: 'Write different texts around the variables, such as orders://lines/{id}.',
      ...uriPlace,
    });
  }
}

function claimOf({ tool, origin }: NamedTool<ToolModel>): readonly Claim[] {
  if (!isResource(tool)) return [];
  const template = parseUriTemplate(tool.uri);
  return 'problem' in template ? [] : [{ template, resource: tool, origin }];
}

function isResource(tool: ToolModel): tool is ResourceModel {
  return tool.kind === 'resource';
}

function isConstant({ parts }: UriTemplate): boolean {
  return parts.every(({ kind }) => kind === 'text');
}
