import type { DeferralKind } from '@haft/core';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { get } from '../api.js';
import { JsonEditor } from '../form/json-editor.js';
import { firstValue } from '../form/resolve.js';
import { Field } from '../form/schema-form.js';
import { Diff } from '../parts/diff.js';
import { JsonView } from '../parts/json-view.js';
import { useLoaded } from '../parts/use-loaded.js';
import { preset, project } from '../state.js';
import type { Json, Outcome, Request, ToolPage } from '../types.js';

/** The reason why a decided call waits once more. */
export const ASKS_AGAIN = 'The call waits again: its preview has changed since the request. Decide about the new one.';

/** Returns whether a decision led to another request, because the preview is not the approved one. */
export function asksAgain({ status, request }: Pick<Outcome, 'status' | 'request'>): boolean {
  return status === 'deferred' && request?.preview !== undefined;
}

/** A request with its arguments and preview, and the buttons that decide it. */
export function DecisionPanel({
  request,
  onDecide,
}: {
  readonly request: Request;
  readonly onDecide: (decision: Json) => Promise<void>;
}) {
  const isBusy = useSignal(false);
  const send = async (decision: Json): Promise<void> => {
    isBusy.value = true;
    try {
      await onDecide(decision);
    } finally {
      isBusy.value = false;
    }
  };
  const isDisabled = isBusy.value || project.value?.may.decide === false;
  const Part = PARTS[request.kind];
  return (
    <section class="decision" aria-label={`Decision about ${request.tool}`}>
      {request.preview !== undefined && (
        <>
          <h4>What the call would do</h4>
          <p class="preview">{request.preview.text}</p>
          {request.preview.data !== undefined && <JsonView value={request.preview.data} label="Preview" />}
        </>
      )}
      <h4>Arguments of {request.tool}</h4>
      <Part request={request} isDisabled={isDisabled} onDecide={send} />
    </section>
  );
}

/** The fields and buttons of each kind of request. */
const PARTS: Readonly<Record<DeferralKind, (props: PartProps) => JSX.Element>> = {
  approval: Approval,
  input: Supply,
  external: Result,
};

interface PartProps {
  readonly request: Request;
  readonly isDisabled: boolean;
  readonly onDecide: (decision: Json) => Promise<void>;
}

/** Approves, also with changed arguments, or denies with a reason. */
function Approval({ request, isDisabled, onDecide }: PartProps) {
  const before = JSON.stringify(request.arguments, null, 2);
  const text = useSignal(before);
  const reason = useSignal('');
  const changed = parsed(text.value);
  const isChanged = text.value !== before;
  const path = `tools/${encodeURIComponent(request.tool)}?preset=${encodeURIComponent(preset.value)}`;
  // A tool that the preset does not show has no form.
  const tool = useLoaded(() => get<ToolPage>(path), [path]).value.value?.tool;
  const schema = tool?.definition.parameters;
  const sensitive = tool?.sensitive ?? [];
  return (
    <>
      {tool !== undefined && <p class="quiet">{tool.definition.description}</p>}
      <div class="pair">
        {schema !== undefined && changed !== undefined && (
          <section aria-label="Form">
            <Field
              schema={schema}
              root={schema}
              value={changed}
              path={[]}
              label="Arguments"
              issues={[]}
              sensitive={sensitive}
              onChange={(value) => void (text.value = JSON.stringify(value ?? null, null, 2))}
            />
          </section>
        )}
        <section aria-label="JSON">
          <JsonEditor
            label="Arguments to approve"
            text={text.value}
            issues={[]}
            {...(schema !== undefined && { schema })}
            onText={(value) => void (text.value = value)}
          />
        </section>
      </div>
      {sensitive.length > 0 && (
        <p class="quiet">
          Sensitive values are not shown: {sensitive.map((one) => one.join('.')).join(', ')}. An approval without
          changes keeps them. If you change an argument, give them again.
        </p>
      )}
      {isChanged && changed !== undefined && <Diff before={request.arguments} after={changed} />}
      <p class="actions">
        <button
          class="primary"
          type="button"
          disabled={isDisabled || (isChanged && changed === undefined)}
          onClick={() =>
            void onDecide(isChanged && changed !== undefined ? { kind: 'approve', arguments: changed } : true)
          }
        >
          {isChanged ? 'Approve with changes' : 'Approve'}
        </button>
        <button
          type="button"
          disabled={isDisabled}
          onClick={() => void onDecide(reason.value === '' ? false : { kind: 'deny', text: reason.value })}
        >
          Deny
        </button>
        <input
          aria-label="Reason for the model, if you deny"
          placeholder="why not, for the model"
          value={reason.value}
          onInput={(event) => void (reason.value = event.currentTarget.value)}
        />
      </p>
    </>
  );
}

/** Supplies the values that a tool asks for. */
function Supply({ request, isDisabled, onDecide }: PartProps) {
  const schema = request.fields ?? {};
  const values = useSignal<Json>(firstValue(schema, schema));
  return (
    <>
      <JsonView value={request.arguments} label="Arguments" />
      <Field
        schema={schema}
        root={schema}
        value={values.value}
        path={[]}
        label="Values"
        issues={[]}
        sensitive={[]}
        onChange={(value) => void (values.value = value ?? {})}
      />
      <p class="actions">
        <button
          class="primary"
          type="button"
          disabled={isDisabled}
          onClick={() => void onDecide({ kind: 'supply', values: values.value })}
        >
          Supply
        </button>
        <button type="button" disabled={isDisabled} onClick={() => void onDecide({ kind: 'deny' })}>
          Deny
        </button>
      </p>
    </>
  );
}

/** Gives the result of another system, or its failure. */
function Result({ request, isDisabled, onDecide }: PartProps) {
  const schema = request.resultSchema ?? {};
  const text = useSignal(JSON.stringify(firstValue(schema, schema), null, 2));
  const value = parsed(text.value);
  return (
    <>
      <JsonView value={request.arguments} label="Arguments" />
      <JsonEditor
        label="Result of the other system"
        text={text.value}
        issues={[]}
        onText={(one) => void (text.value = one)}
      />
      <p class="actions">
        <button
          class="primary"
          type="button"
          disabled={isDisabled || value === undefined}
          onClick={() => void onDecide({ kind: 'result', value: value ?? null })}
        >
          Give result
        </button>
        <button
          type="button"
          disabled={isDisabled}
          onClick={() => void onDecide({ kind: 'fail', text: 'The other system failed.' })}
        >
          It failed
        </button>
      </p>
    </>
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
