import { nearest } from '@haft/schema/internal';

/** Returns ` Did you mean 'x'?`, or an empty text if no name is similar. */
export function didYouMean(wanted: string, names: readonly string[]): string {
  const name = nearest(wanted, names);
  return name === undefined ? '' : ` Did you mean '${name}'?`;
}
