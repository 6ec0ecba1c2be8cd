import { runKey, type RunName } from '../../history/run-name.js';
import { get } from '../api.js';
import { TableHead } from '../parts/table-head.js';
import { clock } from '../parts/times.js';
import { useLoaded } from '../parts/use-loaded.js';
import { calls } from '../state.js';
import type { LedgerCall } from '../types.js';
import { ownerQuery } from './run-link.js';

/** The calls of a run that the ledger has, made by any process. */
export function LedgerCalls({ run }: { readonly run: RunName }) {
  const ended = calls.value.filter((one) => runKey(one) === runKey(run) && one.ms !== undefined).length;
  const path = `ledger/${encodeURIComponent(run.runId)}?${ownerQuery(run).toString()}`;
  const loaded = useLoaded(() => get<{ calls: readonly LedgerCall[] }>(path), [path, ended]);
  const { value, problem } = loaded.value;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  if (value === undefined || value.calls.length === 0) return null;
  return (
    <section aria-label="Calls in the ledger">
      <h3>In the ledger</h3>
      <table>
        <TableHead titles={['Call', 'Tool', 'State', 'Attempts', 'Since', 'Text']} />
        <tbody>
          {value.calls.map(({ key, callId, tool, state, attempts, createdAt, text = '' }) => (
            <tr key={key}>
              <th scope="row">{callId}</th>
              <td>{tool}</td>
              <td>{state}</td>
              <td>{attempts}</td>
              <td>{clock(createdAt)}</td>
              <td>{text.slice(0, 120)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
