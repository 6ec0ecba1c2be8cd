import type { ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { ArgumentsOutcome } from '../arguments/accepted-arguments.js';
import type { AnyTool } from '../toolsets/port/any-tool.js';
import type { Call } from './call.js';
import type { RunPort } from './run-port.js';

/**
 * The code of calls that need more than the fast path: the chain of steps, rules, references and
 * errors. The fast path gets it from the runtime, which loads it lazily.
 */
export interface GeneralPath {
  /** Takes a call through the gates, the interceptors and a chain of steps, and answers it. */
  readonly runChain: (call: Call) => void;
  /** Runs the rules of DTOs. Returns a promise if a rule does, or if a file must be loaded. */
  readonly checkDtoRules: (
    call: Call,
    args: ReadArguments,
  ) => ToolOutcome | undefined | Promise<ToolOutcome | undefined>;
  /** Replaces references by their values, then parses the arguments. */
  readonly parseReplacedForTool: (run: RunPort, tool: AnyTool, sent: unknown) => Promise<ParsedArguments>;
  /** Returns the outcome of an error of a tool. */
  readonly outcomeOfError: (call: Call, error: unknown) => ToolOutcome;
  /** Returns the outcome of an error of application code that runs while arguments are read. */
  readonly outcomeOfReadError: (call: Call, error: unknown) => ToolOutcome;
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
