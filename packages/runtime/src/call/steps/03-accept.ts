import type { Repair, ToolOutcome } from '@haft/core';
import type { AcceptedArguments, RefusedArguments } from '@haft/arguments';
import { type DialectOutcome, type FastPathMiss, readExact } from '@haft/arguments/internal';
import { narrowedInput } from '../arguments/narrowed-input.js';
import { parseForRun, parseOther } from '../arguments/parse-for-run.js';
import type { Call } from '../call.js';
import { markStep } from '../mark-step.js';
import { lazyFor, loadLazy, type LazyPart } from '../load-lazy.js';
import { outcomeOfReadError } from '../outcome/outcome-of-error.js';
import type { Answer, PlainStep } from '../plan/step.js';
import { mayReplace } from '../references/may-replace.js';

/**
 * Steps 3 to 5: parses the arguments, rejects those that the schema does not allow, and gives the
 * tool DTO instances, dates and maps in place of their JSON form. The emitted check reads, checks
 * and revives valid arguments in one pass. Other arguments are repaired and explained here.
 */
export const accept: PlainStep = {
  names: ['parse', 'check', 'revive'],
  routes: ['usual', 'full', 'thread', 'remote'],
  accepts: true,
  run(call) {
    const { run, sent, inDialect } = call;
    const { tool } = call.state.planned;
    if (call.sending.isTruncated === true) return refuseTruncated(call);
    if (inDialect) return acceptParsed(call, () => parseForRun(run, tool, sent, isFromModel(call)));
    let read: AcceptedArguments | FastPathMiss;
    try {
      read = readExact(tool.check, sent, run.runtime.limits.arguments);
    } catch (error) {
      return outcomeOfReadError(call, error);
    }
    // The type of a `Ref` may accept the reference itself.
    const isWhole = read.args !== undefined && tool.references?.inParameters !== true;
    return isWhole ? take(call, read as AcceptedArguments) : acceptOther(call, read);
  },
};

/** Accepts or rejects arguments that are not valid as they are, or that may have references. */
function acceptOther(call: Call, read: AcceptedArguments | FastPathMiss): Answer | Promise<Answer> {
  const { run, sent } = call;
  const { tool } = call.state.planned;
  const lazy = read.args === undefined && !mayReplace(run, tool, sent) ? lazyFor(tool.check) : undefined;
  if (lazy === undefined) return acceptParsed(call, () => parseOther(run, tool, sent, read));
  try {
    const {
      limits: { arguments: limits },
    } = run.runtime;
    const outcome = lazy.repairArguments(tool.check, read as FastPathMiss, limits, lazy.hiddenPathsOf(call));
    return takeOrRefuse(call, { outcome }, lazy);
  } catch (error) {
    return outcomeOfReadError(call, error);
  }
}

async function acceptParsed(call: Call, parse: () => DialectOutcome | Promise<DialectOutcome>): Promise<Answer> {
  let parsed: DialectOutcome;
  try {
    parsed = await parse();
  } catch (error) {
    return outcomeOfReadError(call, error);
  }
  return takeOrRefuse(call, parsed, parsed.outcome.refusal === undefined ? undefined : await loadLazy());
}

/** @param lazy - loaded if the arguments are refused */
function takeOrRefuse(
  call: Call,
  { outcome, asSent }: DialectOutcome,
  lazy: LazyPart | undefined,
): Answer | Promise<Answer> {
  if (outcome.refusal !== undefined) {
    markStep(call, 'check');
    return (lazy as LazyPart).refuseArguments(call, outcome, asSent);
  }
  if (asSent !== call.sending.asSent) call.sending = { ...call.sending, asSent };
  return take(call, outcome);
}

function take(call: Call, { args, wire, repairs }: AcceptedArguments): Answer | Promise<Answer> {
  const { repairsOfPeople, input } = call.decided;
  const before = repairsOfPeople ?? call.sending.via?.repairs ?? NO_REPAIRS;
  markStep(call, 'check');
  call.args = args;
  call.wire = wire;
  call.repairs = before.length === 0 ? repairs : [...before, ...repairs];
  markStep(call, 'revive');
  return input === undefined ? undefined : acceptInput(call);
}

const NO_REPAIRS: readonly Repair[] = [];

/** A tool that calls another tool, or an interceptor, may have written the arguments. */
function isFromModel({ origin, sending }: Call): boolean {
  return origin.parent === undefined && sending.isWrittenByCode !== true;
}

/** A truncated text may parse as complete arguments with another meaning. */
async function refuseTruncated(call: Call): Promise<ToolOutcome> {
  return (await loadLazy()).refuseArguments(call, TRUNCATED);
}

const TRUNCATED: RefusedArguments = {
  refusal: {
    issues: [],
    problem: 'The call was cut off before its end, and was not executed; send it again completely.',
  },
  repairs: [],
};

/**
 * Accepts the values that people supplied for a call. Drops them if they are no longer valid, so
 * that the call asks again.
 */
async function acceptInput(call: Call): Promise<Answer> {
  const { input } = call.decided;
  if (call.state.planned.tool.input === undefined || input === undefined) return undefined;
  try {
    const checked = await narrowedInput(call, call.wire ?? {});
    if (checked === undefined) return undefined;
    const { validateFromPerson } = await loadLazy();
    const accepted = await validateFromPerson(call.run, checked, input);
    if (accepted.refusal === undefined)
      call.decided = { ...call.decided, input: accepted.wire, inputArgs: accepted.args };
    else call.decided = { ...call.decided, input: undefined, inputArgs: undefined };
    return undefined;
  } catch (error) {
    return outcomeOfReadError(call, error);
  }
}
