import { existsSync } from 'node:fs';

/** Returns the path of `prlimit` of util-linux, or undefined if the host has none. */
export function findPrlimit(): string | undefined {
  return ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));
}
