import { SUITES } from '../suites/suite-names.js';
import type { Results } from '../suites/suites.js';
import { barRows, type BarRow } from './bars.js';

/** The growth of a ratio that is more than the noise of a shared machine. */
const MOST_GROWTH = 1.25;

/**
 * Compares the ratios of a run with those of the written page.
 *
 * @param written - the bars of the page
 * @returns a line for each ratio that is more than a quarter larger than the written one
 */
export function worseBars(results: Partial<Results>, written: readonly BarRow[]): readonly string[] {
  const before = new Map(written.map(([name = '', , found = '']) => [name, ratioOf(found)]));
  return SUITES.flatMap((suite) => barRows(suite, results)).flatMap(([name = '', , text = '']) => {
    const [found, known] = [ratioOf(text), before.get(name)];
    if (found === undefined || known === undefined || found <= known * MOST_GROWTH) return [];
    return [`${name}: ${text}, and ${known.toFixed(2)}x in docs/performance.md`];
  });
}

/** Returns the number of a ratio such as `1.55x`. Undefined for times, sizes and counts. */
function ratioOf(text: string): number | undefined {
  return /^[\d.]+x$/u.test(text) ? Number.parseFloat(text) : undefined;
}
