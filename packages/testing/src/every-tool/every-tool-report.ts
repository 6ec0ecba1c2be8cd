import type { ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { TestFailure } from '../test-failure.js';

/** The results of the calls of all tools. */
export interface EveryToolReport {
  /** The results by tool, in the order of the definitions. */
  readonly tools: readonly ToolReport[];
  /** The problems of all tools. */
  readonly problems: readonly ToolProblem[];
}

/** The results of the calls of one tool. */
export interface ToolReport {
  /** The name of the tool. */
  readonly tool: string;
  /** How many calls were made. 0 if the schema has no arguments of this kind. */
  readonly calls: number;
  /** How many calls had each status. */
  readonly statuses: Readonly<Partial<Record<ToolOutcome['status'], number>>>;
  /** The calls with an unexpected outcome. */
  readonly problems: readonly ToolProblem[];
}

/** A call with an unexpected outcome. */
export interface ToolProblem {
  /** The name of the tool. */
  readonly tool: string;
  /** The generated arguments of the call. */
  readonly arguments: JsonValue;
  /** The problem, as a sentence. */
  readonly problem: string;
  /** The unexpected outcome. */
  readonly outcome: ToolOutcome;
  /** The error that the tool threw, if a model does not see it. */
  readonly error?: unknown;
}

/** One call of a tool and its outcome. */
export interface ObservedCall {
  readonly arguments: JsonValue;
  readonly outcome: ToolOutcome;
  readonly error?: unknown;
}

/**
 * Returns the results of the calls of one tool.
 *
 * @param problemOf - returns the problem of an outcome, if it has one
 */
export function reportOf(
  tool: string,
  calls: readonly ObservedCall[],
  problemOf: (outcome: ToolOutcome) => string | undefined,
): ToolReport {
  const statuses: Partial<Record<ToolOutcome['status'], number>> = {};
  const problems: ToolProblem[] = [];
  for (const { arguments: args, outcome, error } of calls) {
    statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1;
    const problem = problemOf(outcome);
    if (problem !== undefined) problems.push({ tool, arguments: args, problem, outcome, error });
  }
  return { tool, calls: calls.length, statuses, problems };
}

/**
 * Combines the reports of all tools.
 *
 * @throws {TestFailure} if no tool was called, or if there are problems and `onProblem` is `throw`
 */
export function combinedReport(tools: readonly ToolReport[], onProblem: 'throw' | 'report' = 'throw'): EveryToolReport {
  if (tools.length === 0) throw new TestFailure('No tool was called: the run shows none, or `tools` selects none.');
  const problems = tools.flatMap((one) => one.problems);
  if (problems.length > 0 && onProblem === 'throw') throw new TestFailure(problemsText(problems));
  return { tools, problems };
}

/** The most problems in one message. The first problems of every tool are enough for a start. */
const MOST_SHOWN = 5;

function problemsText(problems: readonly ToolProblem[]): string {
  const lines = problems.slice(0, MOST_SHOWN).map(({ tool, arguments: args, problem, outcome, error }) => {
    const sent = JSON.stringify(args);
    const shown = sent.length > 500 ? `${sent.slice(0, 500)}...` : sent;
    const thrown = error instanceof Error ? `\n  ${error.name}: ${error.message}` : '';
    return `${tool} ${shown}\n  ${problem}${thrown}\n  ${outcome.status}: ${outcome.text.replaceAll('\n', '\n    ')}`;
  });
  const more = problems.length > MOST_SHOWN ? [`and ${problems.length - MOST_SHOWN} more`] : [];
  return [`${problems.length} of the calls came to what they should not:`, ...lines, ...more].join('\n');
}
