import type { ToolReport } from '@haft/core/report';
import type { PlacedReport, PlacedSuggestion } from '../commands/report.js';
import { plural } from './plural.js';
import { styled } from './styled.js';

/** Returns a report of calls as text for a terminal. */
export function callReportText({ calls, from, to, tools, unknown, suggestions, isPartial }: PlacedReport): string {
  if (calls === 0 || from === undefined || to === undefined) return 'No calls.\n';
  const retries = tools.reduce((sum, tool) => sum + tool.retries, 0);
  const isLedger = isPartial !== undefined;
  const counted = `${plural(calls, 'call')} of ${plural(tools.length, 'tool')}`;
  const title = isLedger ? counted : `${counted}, ${plural(retries, 'retry', 'retries')}`;
  return [
    `${styled('bold', title)} ${styled('dim', `(${timeText(from)} to ${timeText(to)})`)}`,
    ...(isLedger ? [NOT_IN_LEDGER] : []),
    ...(isPartial === true ? [PARTIAL] : []),
    '',
    ...tableOf(tools, isLedger),
    ...section('Mistakes', tools.flatMap(mistakeLines)),
    ...section(
      'Names that no tool has',
      unknown.map(({ name, calls: count, meant }) => `  ${count}  ${name}${meant === undefined ? '' : ` → ${meant}`}`),
    ),
    ...section('What would help', suggestions.flatMap(suggestionLines)),
    '',
  ].join('\n');
}

const TITLES = ['tool', 'calls', 'retries', 'failed', 'denied', 'cut', 'median', 'p95', 'tokens'];

const NOT_IN_LEDGER =
  'A ledger has no calls with invalid arguments or unknown names, and no times of calls: record calls for these.';
const PARTIAL = 'It has more than 50,000 calls, and the newest of them are not read.';

function tableOf(tools: readonly ToolReport[], isLedger: boolean): readonly string[] {
  const rows = [TITLES, ...tools.map((tool) => cellsOf(tool, isLedger))];
  const widths = TITLES.map((_title, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells, index) => {
    const padded = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return index === 0 ? styled('dim', padded.join('  ')) : padded.join('  ');
  });
}

function cellsOf(
  { tool, calls, retries, failures, denied, cut, medianMs, p95Ms, tokens }: ToolReport,
  isLedger: boolean,
): string[] {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const unlessLedger = (text: string) => (isLedger ? '-' : text);
  return [
    tool,
    String(calls),
    unlessLedger(String(retries)),
    String(failed),
    String(denied),
    unlessLedger(String(cut)),
    unlessLedger(`${String(medianMs)} ms`),
    unlessLedger(`${String(p95Ms)} ms`),
    String(tokens),
  ];
}

function mistakeLines({ tool, mistakes, repairs }: ToolReport): readonly string[] {
  const wrong = mistakes.map(({ parameter, rule, calls, received, expected }) => {
    const values = received.map((one) => (one.calls === 1 ? one.value : `${one.value} (${String(one.calls)})`));
    return `  ${String(calls)}  ${tool} ${styled('bold', parameter || 'arguments')} ${rule}: ${values.join(', ')}, expected ${expected}`;
  });
  const repaired = Object.entries(repairs).map(
    ([kind, count]) => `  ${String(count)}  ${tool} ${styled('dim', `repaired: ${kind}`)}`,
  );
  return [...wrong, ...repaired];
}

function suggestionLines({ tool, text, source }: PlacedSuggestion): readonly string[] {
  const place = source === undefined ? '' : ` ${styled('dim', source)}`;
  return [`  ${styled('bold', tool)}${place}`, `    ${text}`];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', styled('bold', title), ...lines];
}

function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
