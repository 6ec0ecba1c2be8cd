import { JsonView } from '../parts/json-view.js';
import { TableHead } from '../parts/table-head.js';
import { clock, duration } from '../parts/times.js';
import type { CallDetail, Json } from '../types.js';

/** The steps of a call with their times, and its events. */
export function Steps({ call: { steps, events, startedAt, ms = 0 } }: { readonly call: CallDetail }) {
  const end = startedAt + ms;
  return (
    <>
      {steps.length === 0 ? (
        <p class="quiet">Steps are kept of calls that are made while a page is open. Repeat the call to see them.</p>
      ) : (
        <table class="steps">
          <caption>Steps of the call, {duration(ms)}</caption>
          <TableHead titles={['Step', 'Time']} />
          <tbody>
            {steps.map(({ step, at }, index) => (
              <tr key={index}>
                <th scope="row">{step}</th>
                <td>{duration(Math.max(0, (steps[index + 1]?.at ?? Math.max(end, at)) - at))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {events.length > 0 && (
        <>
          <h4>Events</h4>
          <ul class="events">
            {events.map((event, index) => (
              <li key={index}>
                <details>
                  <summary>
                    {clock(event.at)} <b>{event.type}</b> {typeof event['message'] === 'string' ? event['message'] : ''}
                  </summary>
                  <JsonView value={event as unknown as Json} label={`Event ${event.type}`} />
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
