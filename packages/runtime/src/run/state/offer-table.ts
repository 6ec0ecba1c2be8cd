import { HaftError } from '@haft/core';
import { shareUri } from '@haft/core/uri-template';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import type { AnyTool } from '../../toolsets/port/any-tool.js';
import type { ToolEntry } from '../../toolsets/port/tool-entry.js';
import { isFixedUri } from '../offers/match-uri.js';

/** The resources and prompts of one step of a run, by kind and name. */
export class OfferTable {
  private readonly byKey: ReadonlyMap<string, PlannedTool>;

  /** @throws {HaftError} `HAFT_DUPLICATE_TOOL` if two have one name, or match one URI */
  constructor(
    readonly entries: readonly ToolEntry[],
    plan: (tool: AnyTool) => PlannedTool,
  ) {
    const byKey = new Map<string, PlannedTool>();
    for (const entry of entries) {
      const planned = plan(entry.tool());
      if (byKey.has(planned.name)) throw twice(planned.name, entry.toolset);
      byKey.set(planned.name, planned);
    }
    this.byKey = byKey;
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

/** A URI without variables comes before templates that match it too. */
function refuseSharedUris(all: readonly PlannedTool[]): void {
  const templates = all.flatMap(({ tool }) => (tool.offer?.template === undefined ? [] : [tool.offer.template]));
  for (const [index, one] of templates.entries()) {
    for (const other of templates.slice(index + 1))
      if (isFixedUri(one) === isFixedUri(other) && shareUri(one, other)) throw sharedUri(one.source, other.source);
  }
}

function twice(key: string, toolset: string): HaftError {
  return new HaftError('HAFT_DUPLICATE_TOOL', `Toolset '${toolset}' defines '${key}', which exists already.`, {
    hint: 'Give one of the two toolsets a prefix, or one of the two another name.',
  });
}

function sharedUri(one: string, other: string): HaftError {
  return new HaftError('HAFT_DUPLICATE_TOOL', `The resources '${one}' and '${other}' match the same URI.`, {
    hint: 'Change one of them, so that each URI belongs to one resource.',
  });
}
