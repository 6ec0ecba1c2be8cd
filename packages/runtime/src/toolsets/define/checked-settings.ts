import { Cached, CallLimit, refuseUnknownOptions, Retries, Timeout, type OptionNames } from '@haft/core';
import type { ToolSettings } from '../port/any-tool.js';

/**
 * Checks the settings of a tool that is defined at run time. Numbers have the ranges that the decorators of the same names ask for.
 *
 * @param owner - the call of `defineTool`, for the message
 * @throws HaftError `HAFT_INVALID_OPTION`
 */
export function checkedSettings(owner: string, settings: ToolSettings): ToolSettings {
  refuseUnknownOptions(`${owner} settings`, settings, SETTINGS);
  const { timeoutMs, retries, callLimit, cached } = settings;
  // The decorators refuse what is out of range when they are made; nothing is decorated.
  if (timeoutMs !== undefined) Timeout(timeoutMs);
  if (retries !== undefined) Retries(retries);
  if (callLimit !== undefined) CallLimit(callLimit);
  if (cached !== undefined) Cached(cached);
  return settings;
}

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
  prepare: true,
  validate: true,
  interceptors: true,
  mapErrors: true,
  mapErrorsLast: true,
  supersedes: true,
  narrowInput: true,
};
