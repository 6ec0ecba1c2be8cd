import type { RunPort } from '../run-port.js';
import { nameWithoutPrefix } from './name-without-prefix.js';
import type { ToolState } from './tool-state.js';

/**
 * Returns the tool that a model means by a name with a prefix. Only for calls of the model: a tool
 * that makes inner calls may forbid some by their names.
 */
export function findMeant(run: RunPort, asked: unknown): ToolState | undefined {
  const { repair } = run.runtime.argumentLimits;
  if (typeof asked !== 'string' || repair === 'never') return undefined;
  const name = nameWithoutPrefix(asked, run.callableNames().names);
  const state = name === undefined ? undefined : run.find(name);
  const isRepaired = repair === 'all' || state?.planned.tool.check.readOnly === true;
  return isRepaired ? state : undefined;
}
