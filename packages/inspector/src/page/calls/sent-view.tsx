import { JsonView } from '../parts/json-view.js';
import { calls } from '../state.js';
import type { CallDetail, CallRow, Json } from '../types.js';
import { CodeView, codeOf, lineOfPlace } from './code-view.js';

/** The arguments that a model sent. Code has its lines, with the problem and the inner calls. */
export function SentView({ call }: { readonly call: CallDetail }) {
  const label = `Sent arguments of call ${call.number}`;
  const code = codeOf(call.sent);
  if (code === undefined) return <JsonView value={call.sent} label={label} />;
  const { code: _code, ...others } = call.sent as Readonly<Record<string, Json>>;
  const notes = notesOf(calls.value.filter(({ parent, runId }) => parent === call.callId && runId === call.runId));
  return (
    <>
      <CodeView code={code} problem={problemOf(call)} notes={notes} />
      {call.failure?.problem !== undefined && <p class="notice bad">The program failed: {call.failure.problem}</p>}
      {Object.keys(others).length > 0 && <JsonView value={others} label={label} />}
    </>
  );
}

/** Returns the text about the problems of a program: it failed, or it was not run. */
function problemOf({ status, failure, outcome }: CallDetail): string | undefined {
  return failure?.problem ?? (status === 'retry' || status === 'failed' ? outcome?.text : undefined);
}

/** Returns the tools that each line calls, and how often: `list_orders, 3 × list_invoices`. */
function notesOf(inner: readonly CallRow[]): ReadonlyMap<number, string> {
  const lines = Map.groupBy(inner, ({ place }) => lineOfPlace(place));
  const notes = [...lines].flatMap(([line, own]) => {
    const tools = [...Map.groupBy(own.toReversed(), ({ tool }) => tool)];
    const text = tools.map(([tool, { length }]) => (length === 1 ? tool : `${length} × ${tool}`)).join(', ');
    return line === undefined ? [] : [[line, text] as const];
  });
  return new Map(notes);
}
