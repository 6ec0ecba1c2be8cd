import { CallSuspended, ModelRetry, ToolFailed, ToolResult, type RunContext } from '@haft/core';
import { describeMadeCalls } from '@haft/runtime';
import type { JsonValue } from '@haft/schema';
import { ToolBridge, type BridgeState } from './bridge/tool-bridge.js';
import type { CodeBackend, CodeLanguage, EndedExecution, Execution, Program } from './code-backend.js';
import type { CodeOptions } from './code-options.js';
import type { CodeResult } from './code-result.js';
import { describeResult } from './describe-result.js';
import type { ProgramLevel } from './program-slots.js';
import { allowedTools, refuseTool } from './refuse-tool.js';
import { requireNoMistakes } from './require-no-mistakes.js';
import { searchTools } from './search-tools.js';
import { withHint } from './missing-names.js';
import { withoutFence } from './without-fence.js';

/** A program as the model sent it. */
export interface SentProgram {
  readonly code: string;
  readonly language: CodeLanguage | undefined;
  readonly seconds: number;
}

/** The state of a suspended call of `execute_code`. JSON. */
interface SuspendedCall {
  readonly bridge: BridgeState;
  readonly program: JsonValue;
  /** The time that the program has used, in milliseconds. */
  readonly spentMs: number;
}

/**
 * Runs a program, or continues a suspended one.
 *
 * @throws {ModelRetry} if the program is blank, or has mistakes that a check finds
 * @throws {ToolFailed} if a call needs a decision and the language cannot wait for it
 * @throws {CallSuspended} if calls of the program wait for decisions
 */
export async function runProgram(
  options: CodeOptions,
  sent: SentProgram,
  run: RunContext<never>,
): Promise<ToolResult<CodeResult>> {
  const code = withoutFence(sent.code);
  if (code.trim() === '') throw new ModelRetry('execute_code requires non-empty code');
  const backend = backendOf(options, sent.language);
  const suspended = run.calls.resumed?.state as SuspendedCall | undefined;
  if (suspended === undefined && backend.language === 'javascript') await requireNoMistakes(options, code, run);
  const level = options.slots.level();
  const bridge = new ToolBridge(run, {
    suspends: backend.suspends,
    answer: (call) => searchTools(call, options, backend.language, run),
    refuse: (name) => refuseTool(name, options, run),
    around: (make) => level.within(make),
    state: suspended?.bridge,
  });
  const started = performance.now();
  const spentBefore = suspended?.spentMs ?? 0;
  const program: Program = {
    code,
    seconds: sent.seconds,
    leftMs: Math.min(sent.seconds * 1000 - spentBefore, (run.deadline ?? Infinity) - Date.now()),
    signal: run.signal,
    tools: allowedTools(options, run).map(({ name }) => name),
    scope: { run: run.runId, user: run.userId ?? '', tenant: run.tenantId ?? '', call: run.callId },
    resumed: suspended?.program,
  };
  const execution = await inSlot(level, program, run, () => backend.execute(program, bridge));
  if (bridge.refusedWait !== undefined) throw new ToolFailed(bridge.refusedWait);
  // A call that still waits must not be decided after the program: nothing would read its outcome.
  if (execution.kind === 'ended' && bridge.waits.length > 0)
    throw new ToolFailed(describeResult(execution, backend.language));
  if (execution.kind === 'ended') {
    const { error } = execution;
    const hinted = error && withHint(error, allowedTools(options, run), backend.language);
    return resultOf({ ...execution, error: hinted }, bridge, backend, run);
  }
  const spentMs = spentBefore + performance.now() - started;
  throw suspension({ bridge: bridge.state, program: execution.state, spentMs }, bridge);
}

function backendOf({ backends }: CodeOptions, language: CodeLanguage | undefined): CodeBackend {
  const backend = backends.find((one) => one.language === (language ?? backends[0]?.language));
  if (backend === undefined) throw new ModelRetry(`Programs in ${String(language)} cannot run here.`);
  return backend;
}

/** Waits for a free slot, at most until the deadline of the program. */
async function inSlot(
  { slots }: ProgramLevel,
  { leftMs, seconds, signal }: Program,
  run: RunContext<never>,
  execute: () => Promise<Execution>,
): Promise<Execution> {
  if (slots === undefined) return broken('too many programs inside of each other');
  const late = AbortSignal.timeout(Math.max(0, Math.floor(leftMs)));
  try {
    await slots.take(AbortSignal.any([signal, late]));
  } catch {
    signal.throwIfAborted();
    return broken(`execution timed out after ${seconds}s`);
  }
  try {
    return await execute();
  } catch (error) {
    signal.throwIfAborted();
    run.logger.error('The sandbox of execute_code failed.', { error });
    return broken('code execution failed: the sandbox could not run the program');
  } finally {
    slots.give();
  }
}

function broken(error: string): EndedExecution {
  return { kind: 'ended', logs: '', exitCode: null, error };
}

function resultOf(
  execution: EndedExecution,
  { calls }: ToolBridge,
  { isUnsafe = false, language }: CodeBackend,
  run: RunContext<never>,
): ToolResult<CodeResult> {
  const { output, logs, exitCode, error } = execution;
  const value: CodeResult = {
    output: output === undefined ? null : JSON.parse(output),
    logs,
    exitCode,
    ...(error !== undefined && { error }),
    toolCalls: calls,
  };
  return new ToolResult({
    value,
    // A program that did not end with its own result does not tell of its effects.
    content: describeResult(execution, language, output === undefined ? describeMadeCalls(run) : undefined),
    ...(isUnsafe && { metadata: { unsafe: true } }),
  });
}

/** Most characters of the state of a suspended call. */
const MOST_STATE = 1_000_000;

function suspension(state: SuspendedCall, { waits }: ToolBridge): Error {
  if (JSON.stringify(state).length <= MOST_STATE) return new CallSuspended({ state, waits });
  return new ToolFailed(
    `The program holds too much data to wait for '${String(waits[0]?.tool)}'. Call that tool directly, or read less before it.`,
  );
}
