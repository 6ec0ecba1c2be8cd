// Groups the exports of an entry point by their use, which the folder of their source says.
import { basename, dirname, relative, sep } from 'node:path';
import { TIERS } from '../scripts/reference/decorators-page.mjs';

/** The tiers of decorators, as on the page of decorators. */
const DECORATORS = TIERS.map(({ title, guides }) => [`Decorators: ${title.toLowerCase()}`, Object.keys(guides)]);

/** Uses of exports of `core` and `runtime`. The first rule that matches a source file counts. */
const USES = [
  ['Decorators', /core\/src\/decorators\//],
  ['Approvals and decisions', /deferral|preview|requirement|run\/pending|waits-for|run\/state\//],
  ['Ledgers and recovery', /ledger/],
  ['References', /reference|\/ref\.ts/],
  ['Events and reports', /\/events\/|\/report\//],
  ['Around a call', /call\/around|\/interceptor|\/cache\//],
  ['Dependencies', /\/container\/|\/class\.ts/],
  ['Toolsets and tools', /\/toolsets\/|tool-definition|tool-name|integer/],
  ['Outcomes and results', /tool-outcome|tool-result|content-part|reconciled|\/results\//],
  ['Errors', /\/errors\/|error-mapping/],
  ['Runtime, runs and calls', /runtime\/src\/(runtime|run|call|isolation)\/|core\/src\/(run-|tool-call|inner-|repair)/],
];

/** The title of the list of exports that other pages describe. */
export const ELSEWHERE = 'Described on other pages';

/** The order of the groups on a page. */
export const GROUP_ORDER = [
  'Exports',
  'Runtime, runs and calls',
  ...DECORATORS.map(([title]) => title),
  ...USES.map(([title]) => title),
  '*',
  'Other exports',
  ELSEWHERE,
];

/** The title of the group of an export, by its name, source file and that of the entry point. */
export function useOf(name, file, entryFile) {
  const tier = /\/decorators\//.test(file) && DECORATORS.find(([, names]) => names.includes(name));
  if (tier) return tier[0];
  if (/packages\/(core|runtime)\/src\//.test(file) && !/packages\/(core|runtime)\/src\/\w+\//.test(entryFile))
    return USES.find(([, pattern]) => pattern.test(file))?.[0] ?? 'Other exports';
  const folders = relative(dirname(entryFile), dirname(file))
    .split(sep)
    .filter((one) => one !== '..');
  const folder = folders[0] ?? '';
  if (folder === '' || basename(entryFile).startsWith(`${folder}.`)) return 'Exports';
  return folder.replace(/-/g, ' ').replace(/^(http|sql)$|^./, (letters) => letters.toUpperCase());
}

/** The group of exports whose own group has too few for a heading. */
export function groupOfFew(title) {
  return /^Other/.test(title) || USES.some(([use]) => use === title) ? 'Other exports' : 'Exports';
}
