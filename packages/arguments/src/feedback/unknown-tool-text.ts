import { Candidates, meantName } from '@haft/schema/basics';
import { shownName } from '@haft/core/internal';

const SEARCH_FIRST = 'No tools are available yet: search for the tools you need.';
/** The largest number of listed names. If there are more tools, the text lists the nearest. */
const MOST_NAMES = 20;

/**
 * Returns the text for a model that called an unknown tool.
 *
 * @param available - names of the tools that the model may call now
 * @param mustSearch - whether it must search first. Then `available` has at most the search tool
 */
export function unknownToolText(name: string, available: readonly string[], mustSearch = false): string {
  const asked = `Unknown tool name: '${shownName(name)}'.`;
  if (available.length === 0) return `${asked} ${mustSearch ? SEARCH_FIRST : 'No tools available.'}`;
  const meant = meantName(name, available);
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  return `${asked}${hint} ${mustSearch ? SEARCH_FIRST : `Available tools: ${listed(name, available)}.`}`;
}

function listed(name: string, available: readonly string[]): string {
  const near = available.length <= MOST_NAMES ? [...available] : new Candidates(available).closest(name, MOST_NAMES);
  const names = near.sort().map((one) => `'${one}'`);
  const rest = available.length - names.length;
  return rest === 0 ? names.join(', ') : `${names.join(', ')} and ${rest} more`;
}
