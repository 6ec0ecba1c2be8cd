import type { DefinitionKind } from './offers.js';

/**
 * Returns the name under which a run knows a definition, also in events, outcomes and the ledger.
 * Resources and prompts have name spaces of their own, and no call of a model can name one: the
 * name of a tool has no colon.
 */
export function nameInRun({ kind, name }: Named): string {
  return kind === undefined || kind === 'tool' ? name : `${kind}:${name}`;
}

/** Returns the kind and the name of a name in a run, for texts. */
export function kindAndName(inRun: string): { readonly kind: DefinitionKind; readonly name: string } {
  const colon = inRun.indexOf(':');
  if (colon === -1) return { kind: 'tool', name: inRun };
  return { kind: inRun.slice(0, colon) as DefinitionKind, name: inRun.slice(colon + 1) };
}

/** Returns the subject of a sentence about a call, by its name in a run. */
export function callInText(inRun: string): string {
  const { kind } = kindAndName(inRun);
  return kind === 'tool' ? 'The tool call' : `The request for the ${kind}`;
}

/** A definition, or an entry of one. */
export interface Named {
  readonly kind?: DefinitionKind | undefined;
  readonly name: string;
}
