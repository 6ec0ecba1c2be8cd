import { compareCode, type CodeName } from './compare-code.js';
import type { Compatibility, ComparedDefinition, ComparedSettings, DefinitionChange } from './definition-change.js';
import { toolChange } from './tool-change.js';

/**
 * Compares the settings that decorators give to the calls of a tool: approvals, limits, caches,
 * code. Returns nothing if one of the definitions does not have settings, for example a tool of
 * another server.
 */
export function compareSettings(old: ComparedDefinition, now: ComparedDefinition): readonly DefinitionChange[] {
  const { settings: before } = old;
  const { settings: after } = now;
  if (before === undefined || after === undefined) return [];
  return [
    ...compareRequires(old.name, before, after),
    ...compareValues(old.name, before, after),
    ...compareCode(old.name, before, after),
  ];
}

/** A caller who had no access may not rely on it, and one who had may. */
function compareRequires(
  tool: string,
  { requires: before = [] }: ComparedSettings,
  { requires: after = [] }: ComparedSettings,
): readonly DefinitionChange[] {
  const lost = before.filter((one) => !after.includes(one));
  const gained = after.filter((one) => !before.includes(one));
  return [
    ...lost.map((one) => toolChange(tool, 'breaking', `access widened: the permission ${one} is no longer required`)),
    ...gained.map((one) => toolChange(tool, 'breaking', `the permission ${one} is required now`)),
  ];
}

function compareValues(tool: string, before: ComparedSettings, after: ComparedSettings): readonly DefinitionChange[] {
  return NAMES.flatMap((name): readonly DefinitionChange[] => {
    const [old, now] = [before[name], after[name]];
    if (old === now) return [];
    const { label, nowThat, noLonger } = SETTINGS[name];
    const effect = old === undefined ? nowThat : now === undefined ? noLonger : undefined;
    const message = `${label} went from ${shown(old)} to ${shown(now)}`;
    return [toolChange(tool, meaningOf(SETTINGS[name], old, now), effect ? `${message}: ${effect}` : message)];
  });
}

/** The settings with one value. */
type ValueName = Exclude<keyof ComparedSettings, CodeName | 'requires'>;
type Setting = ComparedSettings[ValueName];

/** The meaning of a difference for callers. Undecidable differences are breaking. */
interface Meaning {
  readonly gained: Compatibility;
  readonly lost: Compatibility;
  /** The meaning of a larger number, or of a wider scope. */
  readonly more: Compatibility;
  readonly less: Compatibility;
  /** The meaning of another name. */
  readonly other?: Compatibility;
}

const BREAKING: Meaning = { gained: 'breaking', lost: 'breaking', more: 'breaking', less: 'breaking' };
/** Without a limit, any number of calls is possible. */
const LIMIT: Meaning = { gained: 'breaking', lost: 'compatible', more: 'compatible', less: 'breaking' };
/** The default is a setting of the runtime, which is unknown here. */
const WITH_DEFAULT: Meaning = { gained: 'breaking', lost: 'breaking', more: 'compatible', less: 'breaking' };
/** A cached result may be older, or belong to another user. */
const CACHE: Meaning = { gained: 'breaking', lost: 'compatible', more: 'breaking', less: 'compatible' };
/** A guarantee that callers may rely on once a version has it. */
const GUARANTEE: Meaning = { gained: 'compatible', lost: 'breaking', more: 'info', less: 'info', other: 'info' };
/** Callers do not see the queue. Only workers must take it. */
const QUEUE: Meaning = { gained: 'info', lost: 'info', more: 'info', less: 'info', other: 'info' };

interface Described extends Meaning {
  readonly label: string;
  /** The effect on callers if a version has the setting first. */
  readonly nowThat?: string;
  /** The effect on callers if a version has the setting no longer. */
  readonly noLonger?: string;
}

const SETTINGS: Readonly<Record<ValueName, Described>> = {
  approval: { label: 'the approval of a person', ...BREAKING },
  external: { label: 'execution by another system', ...BREAKING },
  final: { label: 'the end of the run with its result', ...BREAKING },
  sequential: { label: 'sequential execution', ...GUARANTEE },
  timeoutMs: { label: 'the timeout in milliseconds', ...WITH_DEFAULT },
  retries: { label: 'the number of retries', ...WITH_DEFAULT },
  callsPerRun: { label: 'the limit on calls in a run', ...LIMIT },
  concurrentCalls: { label: 'the limit on concurrent calls', ...LIMIT },
  callsPerMinute: { label: 'the limit on calls in a minute', ...LIMIT },
  cacheMs: { label: 'the age of cached results in milliseconds', ...CACHE },
  cacheScope: { label: 'the scope of cached results', ...CACHE },
  background: {
    label: 'execution in the background',
    ...BREAKING,
    nowThat: 'calls give a task instead of their result now',
    noLonger: 'calls give their result instead of a task now',
  },
  queue: { label: 'the queue of background calls', ...QUEUE },
  // A worker thread copies values and has a state of its own. Without it, no deadline stops a loop.
  isolated: {
    label: 'execution in a worker thread',
    ...BREAKING,
    nowThat: 'the tool has no state of this process, and results are copies now',
    noLonger: 'a deadline cannot stop a loop of the tool now',
  },
  effect: {
    label: 'the protection of effects',
    ...GUARANTEE,
    noLonger: 'a call may be lost or repeated in silence now',
  },
  reconcile: {
    label: 'the method that finds out what became of a call',
    ...GUARANTEE,
    noLonger: 'a person must decide after a crash now',
  },
  // The tool itself runs twice, or a person must decide about calls that continued before.
  replays: {
    label: 'the replay of the tool after a crash',
    ...BREAKING,
    nowThat: 'effects besides those of inner calls may be repeated now',
    noLonger: 'a person must decide after a crash now',
  },
  preview: {
    label: 'the method that tells what a call would do',
    ...GUARANTEE,
    noLonger: 'people approve calls without a preview now',
  },
};

const NAMES = Object.keys(SETTINGS) as readonly ValueName[];

function meaningOf(meaning: Meaning, before: Setting, after: Setting): Compatibility {
  const { other = 'breaking' } = meaning;
  if (before === COMPUTED || after === COMPUTED) return other;
  if (before === undefined) return meaning.gained;
  if (after === undefined) return meaning.lost;
  const rise = rank(after) - rank(before);
  if (rise === 0) return other;
  return rise > 0 ? meaning.more : meaning.less;
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
