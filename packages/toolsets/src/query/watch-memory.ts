import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Time between two looks at the memory, in milliseconds. */
const LOOK_MS = 10;

/**
 * Kills a process that uses too much memory. The process itself could not: its thread is busy while
 * it turns a large value into JSON. Does nothing on systems without `/proc`.
 *
 * @returns a function that ends the watch and tells whether it killed the process
 */
export function watchMemory(child: ChildProcess, mostBytes: number): () => boolean {
  let isKilled = false;
  const timer = setInterval(() => {
    const { pid, exitCode, signalCode } = child;
    // The number of a process that ended can belong to another one.
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    if ((residentBytes(pid) ?? 0) > mostBytes) isKilled = child.kill('SIGKILL');
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    return isKilled;
  };
}

function residentBytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
