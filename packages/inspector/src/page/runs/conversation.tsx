import { InnerCalls } from '../calls/inner-calls.js';
import { SentView } from '../calls/sent-view.js';
import { Status } from '../calls/status.js';
import type { RunName } from '../../history/run-name.js';
import { get } from '../api.js';
import { saveFile } from '../parts/copy-button.js';
import { JsonView } from '../parts/json-view.js';
import { countText, numberText } from '../parts/number-text.js';
import { duration } from '../parts/times.js';
import { useLoaded } from '../parts/use-loaded.js';
import { preset, version } from '../state.js';
import type { CallDetail, Model } from '../types.js';
import { ownerQuery } from './run-link.js';

interface CallsOfRun {
  readonly calls: readonly CallDetail[];
  /** The calls that are left out. */
  readonly more: number;
}

/** A run as its model reads it: instructions, definitions, and each call with its answer. */
export function Conversation({ run, ended }: { readonly run: RunName; readonly ended: number }) {
  const query = ownerQuery(run);
  query.set('run', run.runId);
  const path = `runs/calls?${query.toString()}`;
  const loaded = useLoaded(() => get<CallsOfRun>(path), [path, ended]);
  const presetOfRun = loaded.value.value?.calls.find((call) => call.preset !== undefined)?.preset ?? preset.value;
  const model = useLoaded(
    () => get<Model>(`model?preset=${encodeURIComponent(presetOfRun)}`),
    [presetOfRun, version.value],
  );
  const { value, problem } = loaded.value;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  if (value === undefined || value.calls.length === 0) return null;
  const { calls, more } = value;
  const ofModel = calls.filter(({ parent }) => parent === undefined);
  const save = (): void => {
    const messages = calls.map(({ callId, parent, tool, sent, outcome, error }) => ({
      callId,
      parent,
      tool,
      sent,
      read: outcome?.text ?? error,
      outcome,
    }));
    const whole = { run, instructions: model.value.value?.instructions, definitions: model.value.value?.definitions };
    saveFile(`${run.runId}.json`, JSON.stringify({ ...whole, messages }, null, 2), 'application/json');
  };
  return (
    <section class="conversation" aria-label="Conversation">
      <h3>As the model reads it</h3>
      <p class="actions">
        <button class="small" type="button" onClick={save}>
          export the run
        </button>
      </p>
      <ol>
        {model.value.value !== undefined && <Told model={model.value.value} name={presetOfRun} />}
        {ofModel.map((call) => (
          <Turn key={call.number} call={call} inner={calls.filter(({ parent }) => parent === call.callId)} />
        ))}
      </ol>
      {more > 0 && <p class="quiet">{countText(more, 'more call')} in the list of calls.</p>}
    </section>
  );
}

/** The instructions and definitions in front of the calls. */
function Told({ model, name }: { readonly model: Model; readonly name: string }) {
  const { instructions, definitions, tokens } = model;
  return (
    <li class="turn told">
      <p class="quiet">
        The application sends, with the preset <b>{name}</b>:
      </p>
      {instructions !== '' && (
        <details>
          <summary>Instructions, about {numberText(tokens.instructions)} tokens</summary>
          <pre class="said" tabIndex={0}>
            {instructions}
          </pre>
        </details>
      )}
      <details>
        <summary>
          {countText(definitions.length, 'definition')}, about {numberText(tokens.definitions)} tokens
        </summary>
        {definitions.map(({ name: tool, description, parameters, tokens: own }) => (
          <details key={tool} class="definition">
            <summary>
              <code>{tool}</code> <span class="quiet">{numberText(own)} tokens</span>
            </summary>
            <p class="description">{description}</p>
            <JsonView value={parameters} label={`Parameters of ${tool}`} />
          </details>
        ))}
      </details>
    </li>
  );
}

/** A call of the model, and the text that it reads. */
function Turn({ call, inner }: { readonly call: CallDetail; readonly inner: readonly CallDetail[] }) {
  const { number, tool, status, ms, outcome, error, failure, tokens } = call;
  return (
    <li class="turn">
      <p>
        <span class="quiet">The model calls</span>{' '}
        <a href={`#/calls/${number}`}>
          <b>{tool}</b>
        </a>
      </p>
      <SentView call={call} />
      <InnerCalls inner={inner} />
      <p>
        <span class="quiet">and reads</span> <Status status={status} failure={failure} />{' '}
        {ms !== undefined && <span class="quiet">after {duration(ms)}</span>}
        {tokens !== undefined && <span class="quiet">, about {countText(tokens, 'token')}</span>}
      </p>
      <pre class="said" tabIndex={0}>
        {outcome?.text ?? error ?? ''}
      </pre>
    </li>
  );
}
