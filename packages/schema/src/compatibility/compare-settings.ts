import type { Compatibility, ComparedDefinition, ComparedSettings, DefinitionChange } from './definition-change.js';
import { toolChange } from './tool-change.js';

/**
 * Compares the settings that decorators give to the calls of a tool: approvals, limits, caches.
 * Returns nothing if one of the definitions does not have settings, for example a tool of another
 * server.
 */
export function compareSettings(old: ComparedDefinition, now: ComparedDefinition): readonly DefinitionChange[] {
  const { settings: before } = old;
  const { settings: after } = now;
  if (before === undefined || after === undefined) return [];
  return NAMES.flatMap((name): readonly DefinitionChange[] => {
    if (before[name] === after[name]) return [];
    const { label, ...meaning } = SETTINGS[name];
    const message = `${label} went from ${shown(before[name])} to ${shown(after[name])}`;
    return [toolChange(old.name, meaningOf(meaning, before[name], after[name]), message)];
  });
}

type Setting = ComparedSettings[keyof ComparedSettings];

/** The meaning of a difference for callers. Undecidable differences are breaking. */
interface Meaning {
  readonly gained: Compatibility;
  readonly lost: Compatibility;
  /** The meaning of a larger number, or of a wider scope. */
  readonly more: Compatibility;
  readonly less: Compatibility;
}

const BREAKING: Meaning = { gained: 'breaking', lost: 'breaking', more: 'breaking', less: 'breaking' };
/** Without a limit, any number of calls is possible. */
const LIMIT: Meaning = { gained: 'breaking', lost: 'compatible', more: 'compatible', less: 'breaking' };
/** The default is a setting of the runtime, which is unknown here. */
const WITH_DEFAULT: Meaning = { gained: 'breaking', lost: 'breaking', more: 'compatible', less: 'breaking' };
/** A cached result may be older, or belong to another user. */
const CACHE: Meaning = { gained: 'breaking', lost: 'compatible', more: 'breaking', less: 'compatible' };

const SETTINGS: Readonly<Record<keyof ComparedSettings, Meaning & { readonly label: string }>> = {
  approval: { label: 'the approval of a person', ...BREAKING },
  external: { label: 'execution by another system', ...BREAKING },
  final: { label: 'the end of the run with its result', ...BREAKING },
  sequential: { label: 'sequential execution', ...BREAKING, gained: 'compatible' },
  timeoutMs: { label: 'the timeout in milliseconds', ...WITH_DEFAULT },
  retries: { label: 'the number of retries', ...WITH_DEFAULT },
  callsPerRun: { label: 'the limit on calls in a run', ...LIMIT },
  concurrentCalls: { label: 'the limit on concurrent calls', ...LIMIT },
  callsPerMinute: { label: 'the limit on calls in a minute', ...LIMIT },
  cacheMs: { label: 'the age of cached results in milliseconds', ...CACHE },
  cacheScope: { label: 'the scope of cached results', ...CACHE },
};

const NAMES = Object.keys(SETTINGS) as readonly (keyof ComparedSettings)[];

function meaningOf(meaning: Meaning, before: Setting, after: Setting): Compatibility {
  if (before === COMPUTED || after === COMPUTED) return 'breaking';
  if (before === undefined) return meaning.gained;
  if (after === undefined) return meaning.lost;
  return rank(after) > rank(before) ? meaning.more : meaning.less;
}

const COMPUTED = 'computed';
const SCOPES: readonly unknown[] = ['run', 'user', 'global'];

function rank(setting: Setting): number {
  return typeof setting === 'number' ? setting : SCOPES.indexOf(setting);
}

function shown(setting: Setting): string {
  if (setting === undefined) return 'none';
  if (setting === COMPUTED) return 'a value that is computed at run time';
  return setting === true ? 'every call' : String(setting);
}
