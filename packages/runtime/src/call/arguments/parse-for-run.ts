import { HaftError } from '@haft/core';
import type { AcceptedArguments } from '@haft/arguments';
import { type AcceptOptions, type DialectOutcome, type FastPathMiss, readExact } from '@haft/arguments/internal';
import type { AnyTool } from '@haft/compose';
import { dialectForm } from '../dialect-form.js';
import { lazyFor, loadLazyFor, type LazyPart } from '../load-lazy.js';
import { mayReplace } from '../references/may-replace.js';
import type { RunPort } from '../run-port.js';

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
  const form = dialectForm(run, tool.definition);
  if (form === undefined) return parseForTool(run, tool, sent);
  const parseIn =
    (isSentByModel: boolean): Parse =>
    (value, within, lazy) =>
      lazy.parseFromDialect(tool.check, value, within, { form, isFromModel: isSentByModel });
  // The values of references are in the form of the tool.
  if (mayReplace(run, tool, sent)) return parseReplaced(run, tool, sent, parseIn(false));
  const parse = (lazy: LazyPart): DialectOutcome => parseIn(isFromModel)(sent, run.runtime.limits.arguments, lazy);
  const lazy = lazyFor(tool.check);
  return lazy === undefined ? loadLazyFor(tool.check).then(parse) : parse(lazy);
}

/** Parses arguments in the form of the tool, for any run. */
function parseForTool(run: RunPort, tool: AnyTool, sent: unknown): DialectOutcome | Promise<DialectOutcome> {
  const { check } = tool;
  if (check.emitted?.isComing === true) return check.emitted.load().then(() => parseForTool(run, tool, sent));
  const read = readExact(check, sent, run.runtime.limits.arguments);
  // The type of a `Ref` may accept the reference itself.
  if (read.args !== undefined && tool.references?.inParameters !== true) return { outcome: read };
  return parseOther(run, tool, sent, read);
}

/** Parses arguments that `readExact` did not accept, or that may have references. */
export function parseOther(
  run: RunPort,
  tool: AnyTool,
  sent: unknown,
  read: AcceptedArguments | FastPathMiss,
): DialectOutcome | Promise<DialectOutcome> {
  const { check } = tool;
  if (mayReplace(run, tool, sent)) return parseReplacedForTool(run, tool, sent);
  if (read.args !== undefined) return { outcome: read };
  const { arguments: limits } = run.runtime.limits;
  return loadLazyFor(check).then((lazy) => ({ outcome: lazy.repairArguments(check, read, limits) }));
}

type Parse = (sent: unknown, limits: AcceptOptions, lazy: LazyPart) => DialectOutcome;

/** Replaces references by their values, then parses the arguments. */
async function parseReplaced(run: RunPort, tool: AnyTool, sent: unknown, parseAs: Parse): Promise<DialectOutcome> {
  const lazy = await loadLazyFor(tool.check);
  const replaced = await lazy.replaceReferences(run, tool, sent);
  if (replaced === undefined) return parseAs(sent, run.runtime.limits.arguments, lazy);
  if ('refusal' in replaced) return { outcome: replaced };
  const parsed = parseAs(replaced.sent, replaced.limits, lazy);
  if (replaced.repairs.length === 0) return parsed;
  return { ...parsed, outcome: { ...parsed.outcome, repairs: [...replaced.repairs, ...parsed.outcome.repairs] } };
}

/** Replaces references by their values, then parses arguments in the form of the tool. */
function parseReplacedForTool(run: RunPort, tool: AnyTool, sent: unknown): Promise<DialectOutcome> {
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
