import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { callReport, isRecordedCall, type CallReport, type RecordedCall, type Suggestion } from '@haft/core/report';
import { callReportText } from '../output/call-report-text.js';
import { printJson } from '../output/print-json.js';
import { visibleText } from '../output/visible-text.js';
import { isLedger, ledgerCalls } from '../project/ledger-calls.js';
import { sourcesOfTools } from '../project/sources-of-tools.js';
import type { SettingsOptions } from '../settings/read-settings.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft report`. */
export interface ReportOptions extends Pick<SettingsOptions, 'tsconfig'> {
  readonly format?: 'pretty' | 'json';
}

/** A suggestion, with the line of its tool. */
export interface PlacedSuggestion extends Suggestion {
  /** The file and the line, relative to the folder of the tsconfig. Unset for other tools. */
  readonly source?: string;
}

/** A report, with the lines of tools. */
export interface PlacedReport extends CallReport {
  readonly suggestions: readonly PlacedSuggestion[];
  /** Set for a ledger: whether it has so many calls that newer ones are missing. */
  readonly isPartial?: boolean;
}

/**
 * Prints the mistakes of models in recorded calls or in a ledger, and the changes that would help.
 *
 * @param place - a file with a recorded call on each line, or `-` for the standard input. Or a
 *   ledger: a file of SQLite, or the address of a Postgres
 * @throws {UsageError} if a line is not a recorded call
 */
export async function report(place: string, { format = 'pretty', tsconfig }: ReportOptions): Promise<number> {
  const { calls, ...facts } = isLedger(place) ? await ledgerCalls(place) : { calls: await recordedIn(place) };
  const { suggestions, ...rest } = callReport(calls);
  // Without a suggestion, no line is needed, and a build takes its time.
  const sources = suggestions.length === 0 ? undefined : await sourcesOfTools({ ...(tsconfig && { tsconfig }) });
  const placed = suggestions.map((one): PlacedSuggestion => {
    const source = sources === undefined ? undefined : sourceOf(one.tool, sources);
    return source === undefined ? one : { ...one, source };
  });
  const whole: PlacedReport = { ...rest, suggestions: placed, ...facts };
  if (format === 'json') printJson(whole);
  else process.stdout.write(visibleText(callReportText(whole)));
  return 0;
}

/** Returns the place of a tool. A wrapper may have put a prefix in front of its name. */
function sourceOf(tool: string, sources: ReadonlyMap<string, string>): string | undefined {
  const inside = [...sources].filter(([name]) => tool.endsWith(`_${name}`));
  return sources.get(tool) ?? (inside.length === 1 ? inside[0]?.[1] : undefined);
}

async function recordedIn(file: string): Promise<readonly RecordedCall[]> {
  return recordedCalls(file === '-' ? await textOf(process.stdin) : read(file), file);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, 'Give the path of a file of calls.');
  }
}

function recordedCalls(text: string, file: string): readonly RecordedCall[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const call = parsed(line);
    if (isRecordedCall(call)) return [call];
    throw new UsageError(
      `${file}:${String(index + 1)} is not a recorded call.`,
      'Record calls with recordCalls() of haft/telemetry, one JSON object on each line.',
    );
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
