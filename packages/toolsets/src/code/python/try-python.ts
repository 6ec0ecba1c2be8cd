import type { Sandbox } from '../../sandbox/find-sandbox.js';
import { noSandbox } from '../../sandbox/find-sandbox.js';
import { tryInSandbox } from '../../sandbox/try-in-sandbox.js';
import { PYTHON_FLAGS, viewOf } from './launch-python.js';
import type { PythonOptions } from './python-options.js';

/**
 * Runs Python in the sandbox once.
 *
 * @throws {HaftError} HAFT_NO_SANDBOX if it does not run
 */
export function tryPython(sandbox: Sandbox, options: PythonOptions): void {
  const command = [options.python, ...PYTHON_FLAGS, '-c', `import json, sys; sys.exit(${WORKS})`];
  const { status, problem } = tryInSandbox(sandbox, { command, view: viewOf(options), user: options.user });
  if (status !== WORKS) throw noSandbox(`bubblewrap cannot run ${options.python} on this host: ${problem}`);
}

const WORKS = 42;
