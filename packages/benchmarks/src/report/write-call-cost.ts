import { writeFileSync } from 'node:fs';
import type { CallResults } from '../suites/call.js';
import { callCost } from './call-cost.js';
import { drawCallCost, THEMES } from './draw-call-cost.js';

/** Writes `call-cost.json` and the plot of it, `call-cost-light.svg` and `call-cost-dark.svg`. */
export function writeCallCost(found: CallResults, folder: URL): void {
  const cost = callCost(found, new Date().toISOString().slice(0, 10), process.versions.node);
  writeFileSync(new URL('call-cost.json', folder), `${JSON.stringify(cost, null, 2)}\n`);
  for (const theme of Object.keys(THEMES) as (keyof typeof THEMES)[]) {
    writeFileSync(new URL(`call-cost-${theme}.svg`, folder), drawCallCost(cost, theme));
  }
}
