import { randomUUID } from 'node:crypto';
import type { Bridge, BridgeAnswer, BridgedCall, EndedExecution, Program } from '../../../../src/code/code-backend.js';
import { PythonBackend } from '../../../../src/code/python/python-backend.js';
import type { PythonSettings } from '../../../../src/code/python/python-options.js';

/** Whether this process is root. */
export const isRoot = process.getuid?.() === 0;

/** Why Python cannot run in a sandbox here, or undefined if it can. */
const noPythonHere = ((): string | undefined => {
  try {
    new PythonBackend();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
})();

if (noPythonHere !== undefined) console.info(`Tests of Python code skip: ${noPythonHere}`);

/** `describe` if Python can run in a sandbox here. */
export const describePython = noPythonHere === undefined ? describe : describe.skip;

/** A bridge that answers calls with a function, and what it was asked. */
export interface FakeBridge extends Bridge {
  readonly calls: BridgedCall[];
}

/** Makes a bridge. Default: each call returns its own arguments. */
export function fakeBridge(
  reply: (call: BridgedCall) => BridgeAnswer | Promise<BridgeAnswer> = ({ arguments: json }) => ({
    kind: 'value',
    json,
  }),
): FakeBridge {
  const calls: BridgedCall[] = [];
  return {
    calls,
    decided: new Set(),
    call: async (call) => {
      calls.push(call);
      return reply(call);
    },
  };
}

/** Makes the answer of a call that failed. */
export function failed(message: string, status = 'failed'): BridgeAnswer {
  return { kind: 'error', message, status, issues: [] };
}

/** Settings of an execution in a test. */
export interface Trial {
  readonly bridge?: Bridge;
  readonly seconds?: number;
  readonly signal?: AbortSignal;
  readonly settings?: PythonSettings;
}

const backends = new Map<string, PythonBackend>();

/** Runs code in a new sandbox. */
export function runPython(
  code: string,
  { bridge, seconds = 120, signal, settings = {} }: Trial = {},
): Promise<EndedExecution> {
  const key = JSON.stringify(settings);
  const backend = backends.get(key) ?? new PythonBackend(settings);
  backends.set(key, backend);
  const program: Program = {
    code,
    seconds,
    leftMs: seconds * 1000,
    signal: signal ?? new AbortController().signal,
    tools: [],
    scope: {},
  };
  return backend.execute(program, bridge ?? fakeBridge());
}

/** Runs code that must end well. Returns the value of `set_result`. */
export async function resultOf(code: string, trial: Trial = {}): Promise<unknown> {
  const { error, output, logs } = await runPython(code, trial);
  if (error !== undefined) throw new Error(`${error}\n${logs}`);
  return output === undefined ? undefined : JSON.parse(output);
}

/** A name for a process of a program, with which a test finds it on the host. */
export function markedProcess(): { readonly marker: string; readonly code: string } {
  const marker = `haft${randomUUID().slice(0, 8)}`;
  const PR_SET_NAME = 15;
  return { marker, code: `import ctypes; ctypes.CDLL(None).prctl(${PR_SET_NAME}, b"${marker}", 0, 0, 0)\n` };
}
