import { Candidates } from '@haft/schema/internal';
import { shownName } from '../../results/shown-name.js';

const SEARCH_FIRST = 'No tools are available yet: search for the tools you need.';
/** More names than this are not listed: the nearest are. */
const MOST_NAMES = 20;

/**
 * What a model reads that asked for a tool that there is not.
 *
 * @param available - the names of the tools that may be called now, and of no other
 * @param mustSearch - the tools that do something must be found first: `available` is at most the one that finds them
 */
export function unknownToolText(name: string, available: readonly string[], mustSearch = false): string {
  const asked = unknownNameText(name);
  if (available.length === 0) return `${asked} ${mustSearch ? SEARCH_FIRST : 'No tools available.'}`;
  const candidates = new Candidates(available);
  const meant = candidates.nearest(name);
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  return `${asked}${hint} ${mustSearch ? SEARCH_FIRST : `Available tools: ${listed(name, available, candidates)}.`}`;
}

/** The same without advice. */
function unknownNameText(name: string): string {
  return `Unknown tool name: '${shownName(name)}'.`;
}

function listed(name: string, available: readonly string[], candidates: Candidates): string {
  const near = available.length <= MOST_NAMES ? [...available] : candidates.closest(name, MOST_NAMES);
  const names = near.sort().map((one) => `'${one}'`);
  const rest = available.length - names.length;
  return rest === 0 ? names.join(', ') : `${names.join(', ')} and ${rest} more`;
}
