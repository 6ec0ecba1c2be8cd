import { requireCount, requireKind } from '@haft/core';
import {
  compose,
  fromInstance,
  WrapperToolset,
  type AnyTool,
  type AnyToolset,
  type ComposedToolset,
} from '@haft/runtime';
import { PlanOptions, type PlanSettings } from './plan-options.js';
import { PlanToolset } from './plan.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/** Settings of {@link planToolset}. */
export interface PlanToolsetSettings extends PlanSettings {
  /**
   * Time for a whole plan, in milliseconds, without the time in which it waits for decisions.
   * Default 300,000.
   */
  readonly timeoutMs?: number;
}

/**
 * Makes the tool `execute_plan`. Its steps call the other tools of the run.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid
 * @example createRuntime({ toolsets: [toolsets, planToolset()] })
 */
export function planToolset(settings: PlanToolsetSettings = {}): ComposedToolset<Tools> {
  requireKind('The argument of planToolset()', settings, 'an object');
  const { timeoutMs, ...others } = settings;
  const made = fromInstance(new PlanToolset(new PlanOptions(others)), toolsets);
  if (timeoutMs === undefined) return made;
  return compose(
    new TimedToolset(made, requireCount('timeoutMs of the plan toolset', timeoutMs, 1)),
  ) as ComposedToolset<Tools>;
}

class TimedToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly timeoutMs: number,
  ) {
    super(inner);
  }

  protected change(tools: readonly AnyTool[]): readonly AnyTool[] {
    return tools.map((tool) => ({ ...tool, settings: { ...tool.settings, timeoutMs: this.timeoutMs } }));
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new TimedToolset(inner, this.timeoutMs);
  }
}
