import { nearest, sortedByDistance } from '@haft/schema';
import { shownName } from './shown-name.js';

/** More names than this are not listed: the nearest are. */
const MOST_NAMES = 20;

/**
 * What a model reads that asked for a tool that there is not.
 *
 * @param available - the names of the tools that may be called now, and of no other
 */
export function unknownToolText(name: string, available: readonly string[]): string {
  const asked = unknownNameText(name);
  if (available.length === 0) return `${asked} No tools available.`;
  const meant = nearest(name, available);
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  return `${asked}${hint} Available tools: ${listed(name, available)}.`;
}

/** The same without advice. */
export function unknownNameText(name: string): string {
  return `Unknown tool name: '${shownName(name)}'.`;
}

function listed(name: string, available: readonly string[]): string {
  const near = available.length <= MOST_NAMES ? [...available] : sortedByDistance(name, available).slice(0, MOST_NAMES);
  const names = near.sort().map((one) => `'${one}'`);
  const rest = available.length - names.length;
  return rest === 0 ? names.join(', ') : `${names.join(', ')} and ${rest} more`;
}
