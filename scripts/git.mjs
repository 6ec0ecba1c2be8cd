import { spawnSync } from 'node:child_process';

/** Returns what a command of Git prints, or undefined if it fails. */
export function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return status === 0 ? stdout.trim() : undefined;
}
