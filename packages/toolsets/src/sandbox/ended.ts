import type { SandboxedProcess } from './sandboxed-process.js';

/** Time for output that is on its way when the command ends, in milliseconds. */
const DRAIN_MS = 500;

/**
 * Waits until a command and its output have ended. Without a sandbox, a process that survives the
 * command may hold the output open: then it waits a moment and closes the output itself.
 *
 * @throws the error of the system if the program cannot be started
 */
export function ended(launched: Pick<SandboxedProcess, 'child' | 'kill'>): Promise<void> {
  const { child } = launched;
  return new Promise((resolve, reject) => {
    let drain: NodeJS.Timeout | undefined;
    child.once('error', reject);
    child.once('exit', () => {
      launched.kill();
      drain = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, DRAIN_MS);
    });
    child.once('close', () => {
      clearTimeout(drain);
      resolve();
    });
  });
}
