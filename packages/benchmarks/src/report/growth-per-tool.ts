import { COLD } from '../suites/row-names.js';
import type { ProcessMeasurement } from '../harness/measure-processes.js';
import type { SizedRows } from '../suites/build.js';

/**
 * Returns the cost of one more tool in a cold build, compared with the next smaller project.
 * Returns undefined for the smallest one.
 */
export function growthPerTool(
  cold: readonly SizedRows[],
  figure: (row: ProcessMeasurement) => number,
): (number | undefined)[] {
  const found = cold.map(({ rows }) => rows.find((one) => one.name === COLD)).map((row) => row && figure(row));
  return cold.map(({ tools }, i) => {
    const [before, after, smaller] = [found[i - 1], found[i], cold[i - 1]?.tools];
    return before === undefined || after === undefined || smaller === undefined
      ? undefined
      : (after - before) / (tools - smaller);
  });
}
