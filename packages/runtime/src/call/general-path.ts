import type { FailedOutcome, HaftError, ToolCall, ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { ArgumentsOutcome } from '../arguments/accepted-arguments.js';
import type { AnyTool } from '../toolsets/port/any-tool.js';
import type { RedactOptions } from './around/redact.js';
import type { Call } from './call.js';
import type { RunPort } from './run-port.js';

/**
 * The code of calls that need more than the fast path: the chain of steps, rules, references,
 * errors and traces. The fast path gets it from the runtime, which loads it lazily.
 */
export interface GeneralPath {
  /** Finds the tool of a call, or answers an unknown name. */
  readonly find: (run: RunPort, request: ToolCall, unknownNames?: number) => Call | ToolOutcome;
  /** Makes a call inside the stores of the channel, and publishes its begin and its end. */
  readonly traced: (call: Call, make: (call: Call) => void) => void;
  /** Takes a call through the gates, the interceptors and a chain of steps, and answers it. */
  readonly runChain: (call: Call) => void;
  /** Runs the rules of DTOs. Returns a promise if a rule does, or if a file must be loaded. */
  readonly checkDtoRules: (
    call: Call,
    args: ReadArguments,
  ) => ToolOutcome | undefined | Promise<ToolOutcome | undefined>;
  /** Replaces references by their values, then parses the arguments. */
  readonly parseReplacedForTool: (run: RunPort, tool: AnyTool, sent: unknown) => Promise<ParsedArguments>;
  /** Answers a call whose tool threw. */
  readonly answerError: (call: Call, error: unknown) => void;
  /** Answers a call if code of the application threw while its arguments were read. */
  readonly answerReadError: (call: Call, error: unknown) => void;
  /** Returns an outcome for a reader. */
  readonly redactedOutcome: <Outcome extends ToolOutcome>(
    call: Call,
    reader: keyof RedactOptions,
    outcome: Outcome,
  ) => Outcome;
  /** Returns the error of a used-up budget. */
  readonly budgetExhausted: (outcome: FailedOutcome, times: number) => HaftError;
}

/** Arguments after the parser. */
interface ParsedArguments {
  readonly outcome: ArgumentsOutcome;
}

/** A lazily loaded {@link GeneralPath}. */
export interface LazyGeneralPath {
  /** Undefined until it is loaded. */
  readonly loaded: GeneralPath | undefined;
  /** @throws {HaftError} `HAFT_PART_MISSING` if its file cannot be loaded */
  load(): Promise<GeneralPath>;
}
