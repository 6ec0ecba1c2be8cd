import { get } from '../api.js';
import { NoCalls } from '../calls/no-calls.js';
import { saveFile } from '../parts/copy-button.js';
import { countText, numberText } from '../parts/number-text.js';
import { TableHead } from '../parts/table-head.js';
import { duration } from '../parts/times.js';
import { useLoaded } from '../parts/use-loaded.js';
import { calls, go, project, query } from '../state.js';
import { SourceLink } from '../tools/badges.js';
import type { Report, ReportOfTool, Suggestion } from '../types.js';

/** The mistakes of models by tool and parameter, and the changes that would help. */
export function InsightView() {
  const ended = calls.value.filter(({ ms }) => ms !== undefined).length;
  const isLedger = query.value.get('of') === 'ledger';
  const loaded = useLoaded(() => get<Report>(isLedger ? 'insight?of=ledger' : 'insight'), [isLedger, ended]);
  const { value: report, problem } = loaded.value;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  if (report === undefined) return <p class="empty">Reading the calls...</p>;
  const retries = [...report.tools.map(toCorrectOf), ...report.unknown.map((name) => name.calls)].reduce(
    (sum, one) => sum + one,
    0,
  );
  const failed = report.tools.reduce((sum, tool) => sum + failedOf(tool), 0);
  return (
    <section class="content" aria-label="Insight">
      <h2>Insight</h2>
      {project.value?.hasLedger === true && <SourceChoice isLedger={isLedger} />}
      {isLedger ? (
        <OfLedger report={report} />
      ) : (
        <p class="quiet">
          {countText(report.calls, 'call')} of this process, {numberText(retries)} to correct, {numberText(failed)}{' '}
          failed. The page keeps the last 10,000.{' '}
          <button class="small" type="button" disabled={report.calls === 0} onClick={() => void save()}>
            save for haft report
          </button>
        </p>
      )}
      {report.calls === 0 && <NoCalls />}
      {report.suggestions.length > 0 && (
        <>
          <h3>What would help</h3>
          <ul class="suggestions">
            {report.suggestions.map((one) => (
              <SuggestionItem key={`${one.tool}${one.text}`} suggestion={one} />
            ))}
          </ul>
        </>
      )}
      {report.calls > 0 && report.suggestions.length === 0 && !isLedger && (
        <p>No suggestions: no mistake was made by three calls and by a share of all calls.</p>
      )}
      {report.unknown.length > 0 && (
        <>
          <h3>Names that no tool has</h3>
          <ul class="plain">
            {report.unknown.map(({ name, calls: count, meant }) => (
              <li key={name}>
                <code>{name}</code> {countText(count, 'call')}
                {meant !== undefined && (
                  <>
                    , probably <a href={`#/tools/${encodeURIComponent(meant)}`}>{meant}</a>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {report.tools.length > 0 && <Tools tools={report.tools} isLedger={isLedger} />}
      {report.tools.map((tool) => (
        <Mistakes key={tool.tool} report={tool} />
      ))}
    </section>
  );
}

function SuggestionItem({ suggestion: { kind, tool, text } }: { readonly suggestion: Suggestion }) {
  const row = project.value?.tools.find(({ name }) => name === tool);
  return (
    <li>
      <span class="tag wait">{kind}</span>{' '}
      {row === undefined ? <b>{tool}</b> : <a href={`#/tools/${encodeURIComponent(tool)}`}>{tool}</a>}{' '}
      {row?.place !== undefined && <SourceLink place={row.place} />}
      <p>{withCode(text)}</p>
    </li>
  );
}

/** Returns a sentence with its names as code. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** Says what a ledger can show. */
function OfLedger({ report: { calls: count, isPartial } }: { readonly report: Report }) {
  return (
    <p class="quiet">
      {countText(count, 'call')} of all processes. A ledger has no calls with invalid arguments or unknown names, and no
      times of calls: record calls for these.
      {isPartial === true && ' It has more than 50,000 calls, and the newest of them are not read.'}
    </p>
  );
}

/** The choice between the calls of the process and those of the ledger, which the address keeps. */
function SourceChoice({ isLedger }: { readonly isLedger: boolean }) {
  return (
    <label>
      Calls of{' '}
      <select
        value={isLedger ? 'ledger' : 'process'}
        onChange={(event) => {
          go(event.currentTarget.value === 'ledger' ? '/insight?of=ledger' : '/insight');
        }}
      >
        <option value="process">this process</option>
        <option value="ledger">the ledger</option>
      </select>
    </label>
  );
}

/** The place of a number that a ledger does not have. */
const NONE = '-';

const TITLES = ['Tool', 'Calls', 'To correct', 'Failed', 'Denied', 'Cut', 'Median', '95 %', 'Tokens read'];

function Tools({ tools, isLedger }: { readonly tools: readonly ReportOfTool[]; readonly isLedger: boolean }) {
  return (
    <>
      <h3>Tools</h3>
      <div class="wide" tabIndex={0} role="region" aria-label="Calls by tool">
        <table class="numbers">
          <TableHead titles={TITLES} />
          <tbody>
            {tools.map((report) => {
              const { tool, calls: count, denied, cut, medianMs, p95Ms, tokens } = report;
              return (
                <tr key={tool}>
                  <th scope="row">
                    <a href={`#/tools/${encodeURIComponent(tool)}`}>{tool}</a>
                  </th>
                  <td>{numberText(count)}</td>
                  <td>{isLedger ? NONE : numberText(toCorrectOf(report))}</td>
                  <td>{numberText(failedOf(report))}</td>
                  <td>{numberText(denied)}</td>
                  <td>{isLedger ? NONE : numberText(cut)}</td>
                  <td>{isLedger ? NONE : duration(medianMs)}</td>
                  <td>{isLedger ? NONE : duration(p95Ms)}</td>
                  <td>{numberText(tokens)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Returns the calls to correct. The last one of a budget failed, and each call is in one column. */
function toCorrectOf({ retries, failures }: ReportOfTool): number {
  return retries - (failures['exhausted'] ?? 0);
}

function failedOf({ failures }: ReportOfTool): number {
  return Object.values(failures).reduce((sum, one) => sum + one, 0);
}

function Mistakes({ report: { tool, mistakes, repairs } }: { readonly report: ReportOfTool }) {
  const repaired = Object.entries(repairs);
  if (mistakes.length === 0 && repaired.length === 0) return null;
  return (
    <section aria-label={`Mistakes in calls of ${tool}`}>
      <h3>{tool}</h3>
      {repaired.length > 0 && (
        <p class="quiet">
          Haft repaired: {repaired.map(([kind, count]) => `${kind} (${numberText(count)})`).join(', ')}
        </p>
      )}
      <ul class="plain">
        {mistakes.map(({ parameter, rule, expected, calls: count, received }) => (
          <li key={`${parameter} ${rule}`}>
            <b>{numberText(count)}</b> <code>{parameter === '' ? 'arguments' : parameter}</code> {rule}: expected{' '}
            {expected}, received{' '}
            {received.map(({ value, calls: times }, index) => (
              <span key={value}>
                {index > 0 && ', '}
                <code>{value}</code>
                {times > 1 && ` (${numberText(times)})`}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

async function save(): Promise<void> {
  const { calls: recorded } = await get<{ calls: readonly object[] }>('insight/calls');
  saveFile('calls.jsonl', recorded.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
