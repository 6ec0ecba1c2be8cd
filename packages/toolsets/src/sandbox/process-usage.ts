import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Usage } from './sandboxed-process.js';
import { diskUse } from './disk-use.js';

/**
 * Measures a sandbox through its own `/proc`, which shows its processes and no others.
 *
 * @param first - number of its first process on the host
 * @param limits - a sum of memory below is not measured more closely. With more processes, memory
 *   is not measured at all, because a fork bomb grows in the meantime
 * @returns undefined if the sandbox is not complete yet or has ended
 */
export function processUsage(first: number, limits: Usage): Usage | undefined {
  const root = `/proc/${first}/root`;
  try {
    // While bubblewrap prepares the sandbox, its root is that of the host.
    if (identityOf(root) === identityOf('/')) return undefined;
    const names = readdirSync(`${root}/proc`).filter((name) => /^\d+$/.test(name));
    if (names.length > limits.processes) return { processes: names.length, memoryBytes: 0 };
    const stats = names.flatMap((name) => statOf(`${root}/proc/${name}`));
    const files = FILES.reduce((sum, path) => sum + diskUse(`${root}${path}`).bytes, 0);
    const processes = stats.reduce((sum, { threads }) => sum + threads, 0);
    const resident = stats.reduce((sum, { bytes }) => sum + bytes, 0);
    if (files + resident <= limits.memoryBytes) return { processes, memoryBytes: files + resident };
    // The sum counts shared pages several times.
    const proportional = stats.reduce((sum, { folder, bytes }) => sum + (proportionalBytes(folder) ?? bytes), 0);
    return { processes, memoryBytes: files + proportional };
  } catch {
    return undefined;
  }
}

/** Folders of the sandbox in memory. */
const FILES = ['/tmp', '/dev/shm'];
const PAGE_BYTES = 4096;

interface Stat {
  readonly folder: string;
  readonly threads: number;
  readonly bytes: number;
}

/** Reads fields 20 and 24. The second one is a name, which may contain blanks and brackets. */
function statOf(folder: string): readonly Stat[] {
  try {
    const text = readFileSync(`${folder}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [{ folder, threads: Number(fields[17]), bytes: Number(fields[21]) * PAGE_BYTES }];
  } catch {
    return [];
  }
}

function proportionalBytes(folder: string): number | undefined {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`${folder}/smaps_rollup`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

function identityOf(path: string): string {
  const { dev, ino } = statSync(path);
  return `${dev}:${ino}`;
}
