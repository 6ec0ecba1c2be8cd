import { compareMetadata } from './compare-metadata.js';
import { compareSensitive } from './compare-sensitive.js';
import { compareSettings } from './compare-settings.js';
import type { ComparedDefinition, ComparedHints, DefinitionChange } from './definition-change.js';
import { toolChange } from './tool-change.js';

/**
 * Compares the properties of a tool besides its schemas: hints, sensitive values, names, `strict`,
 * settings and metadata.
 */
export function comparePromises(old: ComparedDefinition, now: ComparedDefinition): readonly DefinitionChange[] {
  return [
    ...compareHints(old, now),
    ...compareSensitive(old.name, 'parameters', old.sensitive, now.sensitive),
    ...compareNames(old, now),
    ...compareSettings(old, now),
    ...compareMetadata(old, now),
  ];
}

/** The meaning of a hint. Callers trust one of its values. */
interface HintMeaning {
  readonly trusted: boolean;
  /** The end of the message if the trusted value is lost. */
  readonly lost: string;
}

const HINTS: Readonly<Record<keyof ComparedHints, HintMeaning>> = {
  readOnly: { trusted: true, lost: 'calls may change something now' },
  destructive: { trusted: false, lost: 'calls may destroy something now' },
  idempotent: { trusted: true, lost: 'a repeated call may have a second effect now' },
  openWorld: { trusted: false, lost: 'calls may reach other systems now' },
};

function compareHints(old: ComparedDefinition, now: ComparedDefinition): readonly DefinitionChange[] {
  return NAMES_OF_HINTS.flatMap((name): readonly DefinitionChange[] => {
    const { trusted, lost } = HINTS[name];
    const [before, after] = [old.hints?.[name], now.hints?.[name]];
    const rise = trust(after, trusted) - trust(before, trusted);
    if (rise === 0) return [];
    const message = `the hint ${name} went from ${before ?? 'none'} to ${after ?? 'none'}`;
    if (rise > 0) return [toolChange(old.name, 'compatible', message)];
    return [toolChange(old.name, 'breaking', `${message}: ${lost}`)];
  });
}

const NAMES_OF_HINTS = Object.keys(HINTS) as readonly (keyof ComparedHints)[];

/**
 * Returns how much callers trust a value. Without a hint, a call is neither read-only nor
 * idempotent, and may or may not destroy data.
 */
function trust(value: boolean | undefined, trusted: boolean): number {
  if (value === trusted) return 2;
  return value === undefined && !trusted ? 1 : 0;
}

function compareNames(old: ComparedDefinition, now: ComparedDefinition): readonly DefinitionChange[] {
  const added = (now.aliases ?? []).filter((alias) => alias !== old.name && old.aliases?.includes(alias) !== true);
  const changes = added.map((alias) => toolChange(old.name, 'compatible', `its alias ${alias} is new`));
  if (old.strict === now.strict) return changes;
  // Haft checks the arguments in both cases.
  const message = `strict went from ${old.strict ?? 'none'} to ${now.strict ?? 'none'}`;
  return [...changes, toolChange(old.name, 'compatible', message)];
}
