/*
 * Several calls in one, with references between steps.
 */

export { PlanOptions, type PlanSettings } from './plan-options.js';
export type { PlanArguments, PlanEntry, PlanStep } from './plan-step.js';
export { PlanToolset } from './plan.toolset.js';
export { planToolset, type PlanToolsetSettings } from './plan-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
