import {
  Cached,
  CallLimit,
  HaftError,
  refuseUnknownOptions,
  requireRequirements,
  Retries,
  Timeout,
  type OptionNames,
} from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { lazily } from '../wrappers/lazily.js';
import type { BackgroundSettings, EffectSettings, ToolSettings } from '../port/any-tool.js';

/**
 * Validates the settings of a tool that is defined at run time. The ranges of numbers are those of
 * the decorators with the same names.
 *
 * @param owner - the call of `defineTool`, for the message
 * @param options - the names of its other options
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is unknown, out of range or of another
 *   form, since the steps of a call would ignore it
 */
export function checkedSettings(
  owner: string,
  { settings = {}, reconcile }: { readonly settings?: ToolSettings | undefined; readonly reconcile?: unknown },
  options: object,
): ToolSettings {
  refuseUnknownOptions(`${owner} settings`, settings, settingNames(), placesOf(options, 'beside `settings`'));
  for (const [name, form] of Object.entries(forms()))
    refuseOtherForm(owner, name, settings[name as FormedSetting], form);
  const { requires, timeoutMs, retries, callLimit, cached, effect, background } = settings;
  if (requires !== undefined) requireRequirements(`${owner} settings.requires`, requires);
  // A decorator checks its argument when it is created. The results are not used.
  if (timeoutMs !== undefined) Timeout(timeoutMs);
  if (retries !== undefined) Retries(retries);
  if (callLimit !== undefined) CallLimit(callLimit);
  if (cached !== undefined) Cached(cached);
  if (effect !== undefined) refuseUnknownOptions(`${owner} settings.effect`, effect, EFFECT);
  if (effect?.reconcile !== undefined && reconcile === undefined) throw noReconcile(owner);
  if (background !== undefined) refuseUnknownOptions(`${owner} settings.background`, background, BACKGROUND);
  return settings;
}

/** Returns the place of each option, for an option in the wrong place. */
export function placesOf(options: object, place: string): ReadonlyMap<string, string> {
  return new Map(Object.keys(options).map((name) => [name, place]));
}

/** The form that a setting must have. */
interface Form {
  /** The decorator of methods with the same setting. */
  readonly decorator: string;
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

function refuseOtherForm(owner: string, name: string, value: unknown, { decorator, expected, fits }: Form): void {
  if (value === undefined || fits(value)) return;
  const isLonely = expected.startsWith('a list') && !Array.isArray(value);
  const write = isLonely ? `Write a list: \`${name}: [...]\`. ` : '';
  throw new HaftError('HAFT_INVALID_OPTION', `${owner} settings.${name} must be ${expected}.`, {
    hint: `${write}\`${name}\` is what @${decorator} gives to a method.`,
  });
}

function noReconcile(owner: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `${owner} settings.effect.reconcile names no function.`, {
    hint: 'Write the function as the option `reconcile` beside `settings`.',
  });
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const hasFunction = (value: unknown, name: string): boolean => isObject(value) && isFunction(value[name]);
const flag = (decorator: string): Form => ({
  decorator,
  expected: 'true or false',
  fits: (value) => typeof value === 'boolean',
});
const object = (decorator: string): Form => ({ decorator, expected: 'an object', fits: isObject });
const listOf = (items: string, decorator: string, fits: (item: unknown) => boolean = isFunction): Form => ({
  decorator,
  expected: `a list of ${items}`,
  fits: (value) => Array.isArray(value) && value.every(fits),
});
type FormedSetting = Exclude<keyof ToolSettings, 'timeoutMs' | 'retries'>;
/** The forms of the settings that are not numbers. Most starts define no tool at run time. */
const forms = lazily((): Readonly<Record<FormedSetting, Form>> => ({
  requires: listOf('permissions', 'Requires', (one) => typeof one === 'string' || isObject(one)),
  callLimit: object('CallLimit'),
  sequential: flag('Sequential'),
  approvals: listOf('functions and true', 'RequiresApproval', (one) => one === true || isFunction(one)),
  external: flag('External'),
  cached: object('Cached'),
  final: flag('Final'),
  isolated: flag('Isolated'),
  effect: object('Effect'),
  background: object('Background'),
  prepare: listOf('functions', 'Prepare'),
  validate: listOf('functions', 'Validate'),
  interceptors: listOf('interceptors', 'Use', (one) => isFunction(one) || hasFunction(one, 'intercept')),
  mapErrors: mappings(),
  mapErrorsLast: mappings(),
  supersedes: { decorator: 'Supersedes', expected: 'a function', fits: isFunction },
  narrowInput: { decorator: 'NarrowInput', expected: 'a function', fits: isFunction },
}));

function mappings(): Form {
  return listOf('results of mapError()', 'MapErrors', (one) => hasFunction(one, 'write'));
}

const EFFECT: OptionNames<EffectSettings> = { reconcile: true, replays: true };
const BACKGROUND: OptionNames<BackgroundSettings> = { queue: true };
/** The names of all settings. */
export const settingNames = lazily(
  () =>
    Object.fromEntries(
      ['timeoutMs', 'retries', ...Object.keys(forms())].map((name) => [name, true] as const),
    ) as OptionNames<ToolSettings>,
);
