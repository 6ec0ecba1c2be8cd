import type { RunPort } from '../run-port.js';
import { nameInside } from './name-inside.js';
import type { ToolState } from './tool-state.js';

/**
 * Returns the tool that a model means by a name with marks of a call format. Only for calls of the
 * model: a tool that makes inner calls may forbid some by their names.
 */
export function findMeant(run: RunPort, asked: unknown): ToolState | undefined {
  const { repair } = run.runtime.limits.arguments;
  if (typeof asked !== 'string' || repair === 'never') return undefined;
  const name = nameInside(asked, run.toolbox.names().names);
  const state = name === undefined ? undefined : run.toolbox.find(name);
  const isRepaired = repair === 'all' || state?.planned.tool.check.readOnly === true;
  return isRepaired ? state : undefined;
}
