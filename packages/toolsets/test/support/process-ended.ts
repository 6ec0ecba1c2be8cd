import { existsSync, readFileSync } from 'node:fs';

/** Resolves when a process has ended. */
export async function processEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // In Linux, the number of an ended process is in use until its new parent asks for the end.
    return !existsSync('/proc/self/stat') || !readFileSync(`/proc/${String(pid)}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
