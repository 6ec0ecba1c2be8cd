/*
 * Code of toolsets whose tools differ from run to run or from step to step. `load-on-demand.ts`
 * loads it.
 */

export { DynamicRun } from './dynamic-run.js';
export { preparedBy } from './prepared-by.js';
export { preparedTools } from './prepared-tool.js';
