import type { Bridge, BridgeAnswer, BridgedCall, Execution, Program } from '../../../src/code/code-backend.js';

/** A bridge whose answers a test supplies. Remembers the calls. */
export class FakeBridge implements Bridge {
  readonly calls: BridgedCall[] = [];
  decided: ReadonlySet<number> = new Set();

  constructor(
    private readonly answer: (call: BridgedCall) => BridgeAnswer | Promise<BridgeAnswer> = ({ arguments: args }) => ({
      kind: 'value',
      json: args,
    }),
  ) {}

  async call(call: BridgedCall): Promise<BridgeAnswer> {
    this.calls.push(call);
    return this.answer(call);
  }
}

/** A program with the limits of the tool. */
export function programOf(code: string, given: Partial<Program> = {}): Program {
  return {
    code,
    seconds: 30,
    leftMs: 30_000,
    signal: new AbortController().signal,
    tools: [],
    scope: { run: 'run_1' },
    ...given,
  };
}

/** Returns the end of a program that does not wait. */
export function ended(execution: Execution): Extract<Execution, { kind: 'ended' }> {
  if (execution.kind !== 'ended') throw new Error('The program waits.');
  return execution;
}
