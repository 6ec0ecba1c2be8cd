import { spawnSync } from 'node:child_process';
import { HaftError } from '@haft/core';
import { findProgram, isProgram } from '../../find-program.js';

/** An interpreter of Python. */
export interface Python {
  /** The path of the program itself, also if a script starts it. */
  readonly executable: string;
  /** The folder of its library if it is outside `/usr`, or nothing. */
  readonly prefix: readonly string[];
}

/** Interpreters by the path that was asked for. */
const known = new Map<string, Python>();

/**
 * Finds Python on this host, and asks it for its real path, because version managers put scripts
 * into `PATH`.
 *
 * @param given - path of the setting
 * @throws {HaftError} HAFT_NO_SANDBOX if there is no Python 3.8 or newer
 */
export function findPython(given?: string): Python {
  const path = given ?? ['/usr/bin/python3', '/usr/local/bin/python3'].find(isProgram) ?? findProgram('python3');
  if (path === undefined || !isProgram(path)) throw noPython(`There is no ${given ?? 'python3'} on this host.`);
  const found = known.get(path) ?? askPython(path);
  known.set(path, found);
  return found;
}

/** Makes the error of a host without a usable Python. */
function noPython(message: string): HaftError {
  return new HaftError('HAFT_NO_SANDBOX', message, {
    hint: "Install Python 3.8 or newer, such as with 'apt-get install python3', or set python to its path.",
  });
}

function askPython(path: string): Python {
  const { stdout, error } = spawnSync(path, ['-I', '-S', '-c', QUESTION], { encoding: 'utf8', timeout: 20_000 });
  const [version = '', executable = '', prefix = ''] = stdout ? stdout.split('\n') : [];
  if (executable === '') throw noPython(`${path} is not Python 3${error === undefined ? '.' : `: ${error.message}`}`);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 3 || (major === 3 && minor < 8)) throw noPython(`${path} is Python ${version}.`);
  return { executable, prefix: /^\/(?:usr(?:\/|$)|$)/.test(prefix) ? [] : [prefix] };
}

const QUESTION =
  'import os, sys; print("%d.%d" % sys.version_info[:2]); print(os.path.realpath(sys.executable)); ' +
  'print(os.path.realpath(getattr(sys, "base_prefix", "")))';
