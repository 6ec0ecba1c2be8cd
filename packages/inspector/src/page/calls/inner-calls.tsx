import { get } from '../api.js';
import { countText } from '../parts/number-text.js';
import { duration } from '../parts/times.js';
import { useLoaded } from '../parts/use-loaded.js';
import { ownerQuery } from '../runs/run-link.js';
import type { CallDetail, CallRow } from '../types.js';
import { Status, statusText } from './status.js';

/** The longest arguments and result in a line. */
const LONGEST = 120;

/** The calls that a call made, with their arguments and results. Equal ones are one line. */
export function InnerCalls({ inner }: { readonly inner: readonly CallDetail[] }) {
  if (inner.length === 0) return null;
  const groups = Map.groupBy(inner, keyOf);
  return (
    <details open>
      <summary>{countText(inner.length, 'inner call')}, which the model does not see</summary>
      <ul class="spans" aria-label="Inner calls">
        {[...groups].map(
          ([key, [first, ...others]]) => first && <Line key={key} call={first} count={others.length + 1} />,
        )}
      </ul>
    </details>
  );
}

/** Equal calls have equal keys. The text of the same mistake differs by the attempts that are left. */
function keyOf(call: CallDetail): string {
  const { tool, sent, status } = call;
  return JSON.stringify([tool, sent, statusText(call), status === 'retry' ? '' : resultOf(call)]);
}

function Line({ call, count }: { readonly call: CallDetail; readonly count: number }) {
  const { number, status, failure, tool, sent, ms } = call;
  return (
    <li>
      <Status status={status} failure={failure} /> <a href={`#/calls/${number}`}>{tool}</a>{' '}
      {count > 1 && <b>× {count} </b>}
      <code>{cut(JSON.stringify(sent ?? {}))}</code> → <code>{cut(resultOf(call))}</code>{' '}
      <span class="quiet">{ms === undefined ? '' : duration(ms)}</span>
    </li>
  );
}

function resultOf({ outcome, error }: CallDetail): string {
  return outcome?.text ?? error ?? '';
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

/** The calls that one call made, which it reads when one of them ends. */
export function InnerCallsOf({ call, rows }: { readonly call: CallRow; readonly rows: readonly CallRow[] }) {
  const query = ownerQuery(call);
  query.set('run', call.runId);
  query.set('parent', call.callId);
  const path = `runs/calls?${query.toString()}`;
  const ended = rows.filter(({ ms }) => ms !== undefined).length;
  const loaded = useLoaded(() => get<{ calls: readonly CallDetail[]; more: number }>(path), [path, ended]);
  const { value, problem } = loaded.value;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  if (value === undefined) return null;
  return (
    <section aria-label="Calls of this call">
      <InnerCalls inner={value.calls} />
      {value.more > 0 && <p class="quiet">{countText(value.more, 'more call')} in the list of calls.</p>}
    </section>
  );
}
