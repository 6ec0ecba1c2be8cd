import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { bundledProcess } from '../../support/bundled-process.js';
import { folderWith } from './shell-run.js';

const source = join(import.meta.dirname, '../../../src/shell');

/**
 * Starts a process that runs commands itself.
 *
 * @param code - uses `runCommand` and `options`
 * @param inherited - a file that the process gets as descriptor 40
 */
export function hostProcess(code: string, inherited?: string): ChildProcess {
  const host = `
    import { runCommand as ended } from '${source}/process/run-command.js';
    const runCommand = async (...args) => (await ended(...args)).result;
    import { ShellOptions } from '${source}/shell-options.js';
    const options = new ShellOptions({ root: import.meta.dirname, ...(process.getuid() === 0 && { user: { uid: 0, gid: 0 } }) });
    ${code}
  `;
  return bundledProcess(folderWith(), host, inherited);
}
