import { HaftError } from '@haft/core';
import { readExact } from '../../arguments/read-exact.js';
import type { DialectOutcome } from '../../arguments/dialect/parse-from-dialect.js';
import { loadLazy, loadLazyFor, type LazyPart } from '../load-lazy.js';
import { mayReplace } from '../references/may-replace.js';
import { outcomeOfReadError } from '../outcome/outcome-of-error.js';
import type { Step } from './step.js';
import type { RunPort } from '../run-port.js';
import type { AcceptedArguments, AcceptOptions, RefusedArguments } from '../../arguments/accepted-arguments.js';
import type { AnyTool } from '../../toolsets/port/any-tool.js';

/**
 * Step 3: parses the arguments. The emitted check reads, checks and revives valid ones in one pass,
 * so steps 4 and 5 have the results already. Other arguments are repaired and explained here, too.
 */
export const parse: Step = async (state, next) => {
  const { call, sent } = state;
  if (call.optional.isTruncated === true) return (await loadLazy()).refuseArguments(call, TRUNCATED);
  // A tool that calls another tool, or an interceptor, may have written the arguments.
  const isFromModel = call.optional.parent === undefined && sent === call.sent;
  call.sent = sent;
  if (call.optional.asSent !== undefined) call.setOptional({ asSent: undefined });
  const { run, inDialect } = call;
  const { tool } = call.state.planned;
  try {
    state.parsed = await (inDialect ? parseForRun(run, tool, sent, isFromModel) : parseForTool(run, tool, sent));
  } catch (error) {
    return outcomeOfReadError(call, error);
  }
  return next();
};

/** A truncated text may parse as complete arguments with another meaning. */
const TRUNCATED: RefusedArguments = {
  refusal: {
    issues: [],
    problem: 'The call was cut off before its end, and was not executed; send it again completely.',
  },
  repairs: [],
};

/**
 * Takes steps 3 to 5 for arguments in the form that this run shows. Returns a promise only if they
 * are not valid as they are.
 *
 * @param isFromModel - false if the program may have written them, in either form. Default: true.
 */
export function parseForRun(
  run: RunPort,
  tool: AnyTool,
  sent: unknown,
  isFromModel = true,
): DialectOutcome | Promise<DialectOutcome> {
  const { dialectOf, target, runtime } = run;
  const { argumentLimits: limits } = runtime;
  if (dialectOf !== undefined && target !== undefined) {
    const form = dialectOf(tool.definition, target);
    const parseIn =
      (isSentByModel: boolean): Parse =>
      (value, within, lazy) =>
        lazy.parseFromDialect(tool.check, value, within, { form, isFromModel: isSentByModel });
    // The values of references are in the form of the tool.
    if (mayReplace(run, tool, sent)) return parseReplaced(run, tool, sent, parseIn(false));
    return loadLazyFor(tool.check).then((lazy) => parseIn(isFromModel)(sent, limits, lazy));
  }
  return parseForTool(run, tool, sent);
}

type Parse = (sent: unknown, limits: AcceptOptions, lazy: LazyPart) => DialectOutcome;

/** Replaces references by their values, then parses the arguments. */
async function parseReplaced(run: RunPort, tool: AnyTool, sent: unknown, parseAs: Parse): Promise<DialectOutcome> {
  const lazy = await loadLazyFor(tool.check);
  const replaced = await lazy.replaceReferences(run, tool, sent);
  if (replaced === undefined) return parseAs(sent, run.runtime.argumentLimits, lazy);
  if ('refusal' in replaced) return { outcome: replaced };
  const parsed = parseAs(replaced.sent, replaced.limits, lazy);
  if (replaced.repairs.length === 0) return parsed;
  return { ...parsed, outcome: { ...parsed.outcome, repairs: [...replaced.repairs, ...parsed.outcome.repairs] } };
}

/** Replaces references by their values, then parses arguments in the form of the tool. */
export function parseReplacedForTool(run: RunPort, tool: AnyTool, sent: unknown): Promise<DialectOutcome> {
  return parseReplaced(run, tool, sent, (value, limits, lazy) => ({
    outcome: lazy.parseArguments(tool.check, value, limits),
  }));
}

/**
 * Parses arguments for a question about a call that is not made.
 *
 * @returns undefined if the tool would not get them: they are invalid, or code of the application
 *   throws
 * @throws {HaftError} the error itself, for the developer
 */
export async function acceptedForRun(
  run: RunPort,
  tool: AnyTool,
  sent: unknown,
): Promise<AcceptedArguments | undefined> {
  try {
    const { outcome } = await parseForRun(run, tool, sent);
    return outcome.refusal === undefined ? outcome : undefined;
  } catch (error) {
    if (error instanceof HaftError) throw error;
    return undefined;
  }
}

/** Parses arguments in the form of the tool, for any run. */
function parseForTool(run: RunPort, tool: AnyTool, sent: unknown): DialectOutcome | Promise<DialectOutcome> {
  const { argumentLimits: limits } = run.runtime;
  const { check } = tool;
  if (check.emitted?.isComing === true) return check.emitted.load().then(() => parseForTool(run, tool, sent));
  const accepted = readExact(check, sent, limits);
  // The type of a `Ref` may accept the reference itself.
  if (accepted.args !== undefined && tool.references?.inParameters !== true) return { outcome: accepted };
  if (mayReplace(run, tool, sent)) return parseReplacedForTool(run, tool, sent);
  if (accepted.args !== undefined) return { outcome: accepted };
  return loadLazyFor(check).then((lazy) => ({ outcome: lazy.repairArguments(check, accepted, limits) }));
}
