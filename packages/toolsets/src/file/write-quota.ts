import { ToolFailed, type RunContext } from '@haft/core';

/** The key in the state of the run: how many bytes its file tools wrote. */
const KEY = '@haft/toolsets/file: bytes written';

/**
 * Counts bytes that a call is going to write.
 *
 * @throws {ToolFailed} if the run would write more than `most` bytes
 */
export function spendBytes(run: RunContext<never>, bytes: number, most: number): void {
  const known = run.state.get(KEY);
  const spent = typeof known === 'number' ? known : 0;
  if (spent + bytes > most) {
    throw new ToolFailed(
      `A run may write ${most} bytes. ${Math.max(0, most - spent)} are left, and this needs ${bytes}.`,
    );
  }
  run.state.set(KEY, spent + bytes);
}
