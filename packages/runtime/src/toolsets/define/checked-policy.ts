import { Cached, CallLimit, Retries, Timeout } from '@haft/core';
import type { ToolPolicy } from '../any-tool.js';

/**
 * The policy of a tool that is defined at run time: its numbers have the ranges that the decorators of the same names ask for.
 *
 * @throws HaftError `HAFT_INVALID_OPTION`
 */
export function checkedPolicy(policy: ToolPolicy): ToolPolicy {
  const { timeoutMs, retries, callLimit, cached } = policy;
  // The decorators refuse what is out of range when they are made; nothing is decorated.
  if (timeoutMs !== undefined) Timeout(timeoutMs);
  if (retries !== undefined) Retries(retries);
  if (callLimit !== undefined) CallLimit(callLimit);
  if (cached !== undefined) Cached(cached);
  return policy;
}
