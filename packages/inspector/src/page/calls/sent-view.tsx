import { JsonView } from '../parts/json-view.js';
import { calls } from '../state.js';
import type { CallDetail, Json } from '../types.js';
import { CodeView, codeOf, lineOfPlace } from './code-view.js';

/** The arguments that a model sent. Code has its lines, with the problem and the inner calls. */
export function SentView({ call }: { readonly call: CallDetail }) {
  const label = `Sent arguments of call ${call.number}`;
  const code = codeOf(call.sent);
  if (code === undefined) return <JsonView value={call.sent} label={label} />;
  const { code: _code, ...others } = call.sent as Readonly<Record<string, Json>>;
  const notes = new Map<number, string>();
  for (const inner of calls.value) {
    const line = inner.parent === call.callId && inner.runId === call.runId ? lineOfPlace(inner.place) : undefined;
    if (line !== undefined)
      notes.set(line, [inner.tool, notes.get(line)].filter((one) => one !== undefined).join(', '));
  }
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
