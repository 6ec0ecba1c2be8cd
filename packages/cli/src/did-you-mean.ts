import { nearest } from '@haft/schema';

/** ` Did you mean 'x'?` to put behind a sentence; nothing where no name is near. */
export function didYouMean(wanted: string, names: readonly string[]): string {
  const name = nearest(wanted, names);
  return name === undefined ? '' : ` Did you mean '${name}'?`;
}
