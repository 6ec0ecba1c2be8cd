import { readFileSync } from 'node:fs';

/** Limits of `prlimit`, by the names of its options. */
export interface ResourceLimits {
  readonly nproc?: number | undefined;
  readonly data?: number;
  readonly fsize?: number;
}

/**
 * Returns the command that starts a program with limits of the kernel. Processes cannot raise them
 * again. A limit of the host that is lower stays.
 *
 * @param prlimit - path of the program of util-linux
 */
export function limitedCommand(prlimit: string | undefined, limits: ResourceLimits): readonly string[] {
  if (prlimit === undefined) return [];
  const hard = hardLimits();
  const options = Object.entries(limits)
    .filter((entry): entry is [keyof ResourceLimits, number] => entry[1] !== undefined)
    .map(([name, value]) => `--${name}=${Math.min(value, hard[name])}`);
  return [prlimit, '--core=0', ...options, '--'];
}

const TITLES = { nproc: 'Max processes', data: 'Max data size', fsize: 'Max file size' };

function hardLimits(): Record<keyof ResourceLimits, number> {
  const lines = readFileSync('/proc/self/limits', 'utf8').split('\n');
  const hard = (title: string): number => {
    const [, second] =
      lines
        .find((line) => line.startsWith(title))
        ?.slice(title.length)
        .trim()
        .split(/\s+/) ?? [];
    return second === undefined || second === 'unlimited' ? Infinity : Number(second);
  };
  return { nproc: hard(TITLES.nproc), data: hard(TITLES.data), fsize: hard(TITLES.fsize) };
}
