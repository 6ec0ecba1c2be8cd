import { join } from 'node:path';
import { bundledProcess, type StartHost } from '../../support/bundled-process.js';
import { folderWith } from './shell-run.js';

const source = join(import.meta.dirname, '../../../src/shell');

/** Returns what starts processes that run commands. Their code uses `runCommand` and `options`. */
export function hostProcess(): StartHost {
  const program = `
    import { runCommand as ended } from '${source}/process/run-command.js';
    const runCommand = async (...args) => (await ended(...args)).result;
    import { ShellOptions } from '${source}/shell-options.js';
    const options = new ShellOptions({ root: import.meta.dirname, ...(process.getuid() === 0 && { user: { uid: 0, gid: 0 } }) });
  `;
  return bundledProcess(folderWith(), program, ['runCommand', 'options']);
}
