import type { ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { TestFailure } from '../test-failure.js';

/** What came of the calls of all tools. */
export interface EveryToolReport {
  readonly tools: readonly ToolReport[];
  /** Of all tools. */
  readonly problems: readonly ToolProblem[];
}

/** What came of the calls of one tool. */
export interface ToolReport {
  readonly tool: string;
  /** How many calls were made; 0 when the schema has no arguments of the wanted kind. */
  readonly calls: number;
  /** How many calls came to what. */
  readonly statuses: Readonly<Partial<Record<ToolOutcome['status'], number>>>;
  readonly problems: readonly ToolProblem[];
}

/** A call that did not come to what it should. */
export interface ToolProblem {
  readonly tool: string;
  readonly arguments: JsonValue;
  /** What is wrong with it, as a sentence. */
  readonly problem: string;
  readonly outcome: ToolOutcome;
  /** What the tool threw, where a model is not shown it. */
  readonly error?: unknown;
}

/** One call of a tool, and what came of it. */
export interface ObservedCall {
  readonly arguments: JsonValue;
  readonly outcome: ToolOutcome;
  readonly error?: unknown;
}

/** What the calls of one tool came to. `problemOf` says what is wrong with an outcome, if something is. */
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
 * The reports of all tools as one.
 *
 * @throws TestFailure when there are problems and they are not only to be reported, and when no tool was called at all
 */
export function combinedReport(tools: readonly ToolReport[], onProblem: 'throw' | 'report' = 'throw'): EveryToolReport {
  if (tools.length === 0) throw new TestFailure('No tool was called: the run shows none, or `tools` takes none.');
  const problems = tools.flatMap((one) => one.problems);
  if (problems.length > 0 && onProblem === 'throw') throw new TestFailure(problemsText(problems));
  return { tools, problems };
}

/** Most problems that one message shows; the first ones of every tool are enough to begin with. */
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
