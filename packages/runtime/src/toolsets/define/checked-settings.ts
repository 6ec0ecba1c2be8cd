import { Cached, CallLimit, refuseUnknownOptions, Retries, Timeout, type OptionNames } from '@haft/core';
import type { BackgroundSettings, EffectSettings, ToolSettings } from '../port/any-tool.js';

/**
 * Validates the settings of a tool that is defined at run time. The ranges of numbers are those of
 * the decorators with the same names.
 *
 * @param owner - the call of `defineTool`, for the message
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is unknown or out of range
 */
export function checkedSettings(owner: string, settings: ToolSettings): ToolSettings {
  refuseUnknownOptions(`${owner} settings`, settings, SETTINGS);
  const { timeoutMs, retries, callLimit, cached, effect, background } = settings;
  // A decorator checks its argument when it is created. The results are not used.
  if (timeoutMs !== undefined) Timeout(timeoutMs);
  if (retries !== undefined) Retries(retries);
  if (callLimit !== undefined) CallLimit(callLimit);
  if (cached !== undefined) Cached(cached);
  if (effect !== undefined) refuseUnknownOptions(`${owner} settings.effect`, effect, EFFECT);
  if (background !== undefined) refuseUnknownOptions(`${owner} settings.background`, background, BACKGROUND);
  return settings;
}

const EFFECT: OptionNames<EffectSettings> = { reconcile: true, replays: true };
const BACKGROUND: OptionNames<BackgroundSettings> = { queue: true };
const SETTINGS: OptionNames<ToolSettings> = {
  timeoutMs: true,
  retries: true,
  callLimit: true,
  sequential: true,
  approvals: true,
  external: true,
  cached: true,
  final: true,
  isolated: true,
  effect: true,
  background: true,
  prepare: true,
  validate: true,
  interceptors: true,
  mapErrors: true,
  mapErrorsLast: true,
  supersedes: true,
  narrowInput: true,
};
