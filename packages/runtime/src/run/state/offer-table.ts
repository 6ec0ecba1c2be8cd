import { HaftError } from '@haft/core';
import { shareUri } from '@haft/core/uri-template';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import type { AnyTool } from '@haft/compose';
import type { ToolEntry } from '@haft/compose/internal';
import { isFixedUri } from '../offers/match-uri.js';

/** The resources and prompts of one step of a run, by kind and name. */
export class OfferTable {
  private readonly byKey = new Map<string, PlannedTool>();

  /** @throws {HaftError} `HAFT_DUPLICATE_TOOL` if two have one name, or match one URI */
  constructor(
    readonly entries: readonly ToolEntry[],
    plan: (tool: AnyTool) => PlannedTool,
  ) {
    for (const entry of entries) {
      const planned = plan(entry.tool());
      if (this.byKey.has(planned.name)) throw twice(planned.name, entry.toolset);
      this.byKey.set(planned.name, planned);
    }
    refuseSharedUris(this.all);
  }

  get isEmpty(): boolean {
    return this.byKey.size === 0;
  }

  get all(): readonly PlannedTool[] {
    return [...this.byKey.values()];
  }

  find(key: string): PlannedTool | undefined {
    return this.byKey.get(key);
  }
}

/** Returns whether an entry is a resource or a prompt. */
export function isOffer({ kind }: ToolEntry): boolean {
  return kind !== undefined && kind !== 'tool';
}

/**
 * A URI without variables comes before templates that match it too. With other permissions than the
 * template, its users would notice that it exists.
 */
function refuseSharedUris(all: readonly PlannedTool[]): void {
  const resources = all.flatMap(({ tool }) => {
    const { template } = tool.offer ?? {};
    return template === undefined ? [] : [{ template, requires: JSON.stringify(tool.settings.requires ?? []) }];
  });
  for (const [index, one] of resources.entries()) {
    for (const other of resources.slice(index + 1)) {
      const isOrdered = isFixedUri(one.template) !== isFixedUri(other.template);
      if (isOrdered && one.requires === other.requires) continue;
      if (shareUri(one.template, other.template))
        throw sharedUri(one.template.source, other.template.source, isOrdered);
    }
  }
}

function twice(key: string, toolset: string): HaftError {
  return new HaftError('HAFT_DUPLICATE_TOOL', `Toolset '${toolset}' defines '${key}', which exists already.`, {
    hint: 'Give one of the two toolsets a prefix, or one of the two another name.',
  });
}

function sharedUri(one: string, other: string, isOrdered: boolean): HaftError {
  const permissions = isOrdered ? ', and require other permissions' : '';
  return new HaftError(
    'HAFT_DUPLICATE_TOOL',
    `The resources '${one}' and '${other}' match the same URI${permissions}.`,
    {
      hint: isOrdered
        ? 'Give the one without variables a URI that the template does not match, or both the same permissions.'
        : 'Change one of them, so that each URI belongs to one resource.',
    },
  );
}
