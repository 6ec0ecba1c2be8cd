import type { ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { Issue } from '@haft/schema';
import type { CheckedValue } from '@haft/compose/internal';
import type { Call } from '../call.js';
import { loadLazy, loadedLazy, type LazyPart } from '../load-lazy.js';
import { outcomeOfHookError } from '../outcome/outcome-of-error.js';
import { dtoRuleIssues } from './dto-rule-issues.js';

/** Runs only the rules of DTOs. Returns a promise if a rule does, or if a file must be loaded. */
export function checkDtoRules(
  call: Call,
  args: ReadArguments,
): ToolOutcome | undefined | Promise<ToolOutcome | undefined> {
  const { tool } = call.state.planned;
  const { visitRules } = tool.body;
  if (visitRules === undefined) return undefined;
  const checked = { check: tool.check, visitRules };
  const lazy = loadedLazy();
  return lazy === undefined
    ? loadLazy().then((loaded) => runRules(loaded, call, checked, args))
    : runRules(lazy, call, checked, args);
}

function runRules(
  lazy: LazyPart,
  call: Call,
  checked: CheckedValue,
  args: ReadArguments,
): ToolOutcome | undefined | Promise<ToolOutcome | undefined> {
  const refusal = (issues: readonly Issue[]): ToolOutcome | undefined =>
    issues.length === 0 ? undefined : lazy.refuse(call, { issues });
  try {
    const found = dtoRuleIssues(lazy, call.run, checked, { args, sensitive: lazy.hiddenPathsOf(call) });
    if (!(found instanceof Promise)) return refusal(found);
    return found.then(refusal).catch((error: unknown) => outcomeOfHookError(call, error));
  } catch (error) {
    return outcomeOfHookError(call, error);
  }
}
