import { useSignal } from '@preact/signals';
import { toldFailure } from '@haft/core/report';
import { get, post } from '../api.js';
import { ASKS_AGAIN, asksAgain, DecisionPanel } from '../inbox/decision-panel.js';
import { CopyButton } from '../parts/copy-button.js';
import { JsonView } from '../parts/json-view.js';
import { RecordTable, recordsOf } from '../parts/record-table.js';
import { Tabs } from '../parts/tabs.js';
import { useLoaded } from '../parts/use-loaded.js';
import { messageOf, preset } from '../state.js';
import type { CallDetail, Json, Outcome } from '../types.js';
import { Status } from './status.js';
import { Steps } from './steps.js';

/** An outcome: what the model reads first, then what the program gets and how it came about. */
export function OutcomeView({
  outcome: first,
  number,
  canDecide,
  isInner = false,
}: {
  readonly outcome: Outcome;
  readonly number: number | undefined;
  readonly canDecide: boolean;
  /** Whether another call made it: no model reads its text. */
  readonly isInner?: boolean;
}) {
  const outcome = useSignal(first);
  const isOpen = useSignal(canDecide);
  const problem = useSignal<string | undefined>(undefined);
  /** Whether a decision led to another request. */
  const isAskingAgain = useSignal(false);
  const { status, text, request, requests } = outcome.value;
  const records = recordsOf(outcome.value.value);
  const waiting = isOpen.value ? (requests ?? (request === undefined ? [] : [request])) : [];
  const decide = async (id: string, decision: Json): Promise<void> => {
    try {
      const answer = await post<{ outcome: Outcome; canDecide: boolean }>(
        `calls/${number ?? 0}/decision?preset=${encodeURIComponent(preset.value)}`,
        {
          decisions: { [id]: decision },
        },
      );
      outcome.value = answer.outcome;
      isOpen.value = answer.canDecide;
      isAskingAgain.value = asksAgain(answer.outcome);
      problem.value = undefined;
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return (
    <section class="outcome" aria-label="Outcome">
      <h3>
        <Status status={status} failure={toldFailure(outcome.value)} />{' '}
        {isInner ? 'The text, which the model does not read' : 'What the model reads'}
      </h3>
      <pre class="said" tabIndex={0}>
        {text}
      </pre>
      {isAskingAgain.value && <p class="notice">{ASKS_AGAIN}</p>}
      {waiting.map((one) => (
        <DecisionPanel key={one.id} request={one} onDecide={(decision) => decide(one.id, decision)} />
      ))}
      {problem.value !== undefined && <p class="notice bad">{problem.value}</p>}
      <Repairs outcome={outcome.value} />
      <Tabs
        label="Outcome"
        tabs={[
          {
            id: 'value',
            title: 'What your program gets',
            content: () => <JsonView value={outcome.value as unknown as Json} label="Outcome as JSON" />,
          },
          ...(records === undefined
            ? []
            : [{ id: 'table', title: 'As a table', content: () => <RecordTable records={records} /> }]),
          ...(number === undefined
            ? []
            : [{ id: 'steps', title: 'Steps and events', content: () => <Course number={number} /> }]),
          ...(number === undefined
            ? []
            : [{ id: 'test', title: 'As a test', content: () => <AsTest number={number} /> }]),
        ]}
      />
    </section>
  );
}

function Repairs({ outcome: { repairs = [] } }: { readonly outcome: Outcome }) {
  if (repairs.length === 0) return null;
  return (
    <>
      <h4>Haft repaired</h4>
      <ul class="diff">
        {repairs.map(({ kind, path = [], from, to }, index) => (
          <li key={index}>
            <code>{path.join('.') || 'arguments'}</code> {kind}: <del>{from}</del> <ins>{to}</ins>
          </li>
        ))}
      </ul>
    </>
  );
}

function Course({ number }: { readonly number: number }) {
  const loaded = useLoaded(() => get<CallDetail>(`calls/${number}`), [number]);
  const { value, problem } = loaded.value;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  return value === undefined ? <p class="quiet">Reading...</p> : <Steps call={value} />;
}

function AsTest({ number }: { readonly number: number }) {
  const loaded = useLoaded(() => get<{ text: string }>(`calls/${number}/test`), [number]);
  const { value, problem } = loaded.value;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  return (
    <>
      <CopyButton title="copy the test" text={() => value?.text ?? ''} />
      <pre class="json" tabIndex={0}>
        {value?.text}
      </pre>
    </>
  );
}
