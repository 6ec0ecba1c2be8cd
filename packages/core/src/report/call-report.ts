import { meantName } from '@haft/schema/basics';
import { requireKind } from '../require-kind.js';
import { mistakesOf, type Mistake } from './mistakes.js';
import type { RecordedCall } from './recorded-call.js';
import { callState } from './told-failure.js';
import { suggestionsFor, suggestionsForNames, type Suggestion } from './suggestions.js';

/** The calls of all tools, with their mistakes and the changes that would help. */
export interface CallReport {
  readonly calls: number;
  /** When the first call began, in milliseconds since the epoch. Unset without calls. */
  readonly from?: number;
  /** When the last call began. */
  readonly to?: number;
  /** The tools, those with the most retries first. */
  readonly tools: readonly ToolReport[];
  /** The names that no tool has, the most frequent first. */
  readonly unknown: readonly UnknownName[];
  /** The changes that would help, the most frequent mistake first. */
  readonly suggestions: readonly Suggestion[];
}

/** The calls of one tool. */
export interface ToolReport {
  readonly tool: string;
  /** A call that waits and is continued counts once. */
  readonly calls: number;
  /** The calls that the model had to correct, with those that used up the budget. */
  readonly retries: number;
  /** The retries without wrong arguments: the tool itself asked for them. */
  readonly retriesOfTool: number;
  /** The failed calls by reason: `timeout`, `exception`, `program failed`. */
  readonly failures: Readonly<Record<string, number>>;
  /** The calls that a person or a policy denied. */
  readonly denied: number;
  /** The results of which the model read a part. */
  readonly cut: number;
  /** The repaired calls by kind of repair: `coercion`. */
  readonly repairs: Readonly<Record<string, number>>;
  /** The mistakes by parameter and rule, the most frequent first. */
  readonly mistakes: readonly Mistake[];
  /** Half of the calls took at most this time, in milliseconds. */
  readonly medianMs: number;
  /** Nineteen of twenty calls took at most this time. */
  readonly p95Ms: number;
  /** About the tokens that models read, of all calls. */
  readonly tokens: number;
}

/** A name that a model asked for, and that no tool has. */
export interface UnknownName {
  readonly name: string;
  readonly calls: number;
  /** The tool that it probably means: the runs called it next, or its name is near. */
  readonly meant?: string;
}

/**
 * Counts the mistakes of models in recorded calls, and suggests changes of the tools. It reads
 * nothing else, so that the same calls give the same report.
 *
 * @param recorded - the calls in the order of their ends
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is not a list
 */
export function callReport(recorded: readonly RecordedCall[]): CallReport {
  requireKind('The argument of callReport()', recorded, 'a list');
  const calls = withoutContinued(recorded);
  const known = calls.filter(({ isUnknown }) => isUnknown !== true);
  const tools = [...grouped(known, ({ tool }) => tool)].map(([tool, own]) => toolReport(tool, own));
  const unknown = unknownNames(calls);
  const times = calls.map(({ at }) => at);
  return {
    calls: calls.length,
    ...(times.length === 0 ? {} : { from: least(times), to: -least(times.map((at) => -at)) }),
    tools: tools.sort((a, b) => b.retries - a.retries || b.calls - a.calls || (a.tool < b.tool ? -1 : 1)),
    unknown,
    suggestions: [...suggestionsForNames(unknown), ...tools.flatMap(suggestionsFor)].sort((a, b) => b.calls - a.calls),
  };
}

/** Leaves out the first record of calls that waited and were continued. */
function withoutContinued(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  const last = new Map(calls.map((call, index) => [keyOf(call), index]));
  return calls.filter((call, index) => call.status !== 'deferred' || last.get(keyOf(call)) === index);
}

function keyOf({ runId, callId, tool }: RecordedCall): string {
  return JSON.stringify([runId, callId, tool]);
}

function toolReport(tool: string, calls: readonly RecordedCall[]): ToolReport {
  const isRetry = ({ status, reason }: RecordedCall): boolean => status === 'retry' || reason === 'exhausted';
  const retries = calls.filter(isRetry);
  const times = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    tool,
    calls: calls.length,
    retries: retries.length,
    retriesOfTool: retries.filter(({ issues = [] }) => issues.length === 0).length,
    failures: counted(
      calls.flatMap((call) => (callState(call) === 'failed' ? [call.failure ?? call.reason ?? call.status] : [])),
    ),
    denied: calls.filter(({ status }) => status === 'denied').length,
    cut: calls.filter(({ isCut }) => isCut === true).length,
    repairs: counted(calls.flatMap(({ repairs = [] }) => [...new Set(repairs.map(({ kind }) => kind))])),
    mistakes: mistakesOf(retries),
    medianMs: times[Math.ceil(times.length * 0.5) - 1] ?? 0,
    p95Ms: times[Math.ceil(times.length * 0.95) - 1] ?? 0,
    tokens: calls.reduce((sum, one) => sum + one.tokens, 0),
  };
}

/** The calls after an unknown name of which one may be the corrected call. */
const NEXT_CALLS = 3;

function unknownNames(calls: readonly RecordedCall[]): readonly UnknownName[] {
  const tools = [...new Set(calls.flatMap(({ tool, isUnknown }) => (isUnknown === true ? [] : [tool])))];
  const next = new Map<string, string[]>();
  for (const own of grouped(calls, ({ runId }) => runId).values())
    for (const [index, { tool, isUnknown }] of own.entries()) {
      if (isUnknown !== true) continue;
      const after = own.slice(index + 1, index + 1 + NEXT_CALLS).find((one) => one.isUnknown !== true);
      next.set(tool, [...(next.get(tool) ?? []), ...(after === undefined ? [] : [after.tool])]);
    }
  return [...next]
    .map(([name, after]) => {
      const [called] = Object.entries(counted(after)).sort(([, a], [, b]) => b - a);
      const count = calls.filter(({ tool, isUnknown }) => isUnknown === true && tool === name).length;
      const near = meantName(name, tools);
      const isUsual = called !== undefined && called[1] * 2 > count;
      const meant = isUsual ? called[0] : near;
      return { name, calls: count, ...(meant === undefined ? {} : { meant }) };
    })
    .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

/** Returns the items by key, in the order of their first ones. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function counted(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

/** Returns the least number. A file has more of them than a function takes. */
function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Infinity);
}
