import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { post } from '../api.js';
import { callCommand, toolLink, toolPath } from '../calls/call-texts.js';
import { OutcomeView } from '../calls/outcome-view.js';
import { CopyButton } from '../parts/copy-button.js';
import { keepRun, messageOf, preset, project, query } from '../state.js';
import type { Issue, Json, Outcome, ToolPage } from '../types.js';
import { EarlierCalls } from './earlier-calls.js';
import { JsonEditor } from './json-editor.js';
import { Field } from './schema-form.js';

/** The answer to a call of the page. */
interface CallAnswer {
  readonly number?: number;
  readonly outcome?: Outcome;
  readonly canDecide?: boolean;
  readonly rejected?: { readonly code: string; readonly message: string; readonly hint?: string };
}

/** The arguments that were sent, with the answer to them. */
interface Answered extends CallAnswer {
  readonly text: string;
}

/** The draft of each tool, which stays when another tool is opened or the page is loaded again. */
const DRAFT = 'haft-draft-';

/** A form and JSON of the arguments beside each other, and the outcome of the call. */
export function CallPanel({ page }: { readonly page: ToolPage }) {
  const { definition, sensitive } = page.tool;
  const key = `${DRAFT}${definition.name}`;
  const text = useSignal(firstText(page, sessionStorage.getItem(key)));
  const answer = useSignal<Answered | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  /** Whether the arguments are others since the call, as a whole: no mark belongs to them. */
  const isLoaded = useSignal(false);
  const load = (given: string): void => {
    text.value = given;
    isLoaded.value = true;
  };
  useEffect(() => {
    // A sensitive value stays in no storage of the browser.
    if (sensitive.length === 0) sessionStorage.setItem(key, text.value);
  }, [text.value]);
  useEffect(() => {
    // A link that is opened while its tool is shown.
    const linked = linkedText(page, query.value);
    if (linked !== undefined) load(linked);
  }, [query.value]);
  const parsed = parse(text.value);
  const issues = isLoaded.value ? [] : issuesOf(answer.value, text.value);
  const isOld = answer.value !== undefined && !isSame(answer.value.text, text.value);
  const isReadOnly = project.value?.may.call === false;

  const call = async (given = text.value): Promise<void> => {
    const value = parse(given);
    isBusy.value = true;
    problem.value = undefined;
    try {
      // A text that is no JSON is sent as it is.
      const args = value === undefined ? given : value.value;
      const answered = await post<CallAnswer>('calls', {
        tool: definition.name,
        arguments: args,
        preset: preset.value,
        keepRun: keepRun.value,
      });
      answer.value = { ...answered, text: given };
      isLoaded.value = !isSame(given, text.value);
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };

  const use = (sent: string): void => {
    load(sent);
    document.querySelector('form.call')?.scrollIntoView();
  };

  return (
    <form
      class="call"
      onSubmit={(event) => {
        event.preventDefault();
        void call();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void call();
      }}
    >
      <Examples
        page={page}
        onChoose={(value) => {
          load(textOf(value));
        }}
      />
      <div class="pair">
        <section aria-label="Form">
          <h3>Form</h3>
          {parsed === undefined ? (
            <p class="quiet">The text is not JSON. It is sent as it is.</p>
          ) : (
            <Field
              schema={definition.parameters}
              root={definition.parameters}
              value={parsed.value}
              path={[]}
              label="Arguments"
              issues={issues}
              sensitive={sensitive}
              onChange={(value) => void (text.value = textOf(value ?? null))}
            />
          )}
        </section>
        <section aria-label="JSON">
          <h3>JSON</h3>
          <JsonEditor
            label="Arguments as JSON"
            text={text.value}
            issues={issues}
            schema={definition.parameters}
            onText={(value) => void (text.value = value)}
          />
        </section>
      </div>
      <p class="actions">
        <button class="primary" type="submit" disabled={isBusy.value || isReadOnly}>
          {isBusy.value ? 'Calling...' : 'Call'}
        </button>
        <label>
          <input
            type="checkbox"
            checked={keepRun.value}
            onChange={(event) => void (keepRun.value = event.currentTarget.checked)}
          />{' '}
          in one run, with its retry budget
        </label>
        {keepRun.value && (
          <button class="small" type="button" onClick={() => void post('runs/forget', { preset: preset.value })}>
            new run
          </button>
        )}
        {isReadOnly && <span class="quiet">You may only look.</span>}
        <span class="copies">
          <CopyButton title="copy JSON" text={() => text.value} />
          <CopyButton title="copy haft call" text={() => callCommand(definition.name, parsed?.value ?? text.value)} />
          <CopyButton
            title="copy link"
            text={() => {
              // A link is text that people send around.
              const shown = sensitive.length === 0 ? toolLink(definition.name, text.value) : toolPath(definition.name);
              return new URL(shown, location.href).href;
            }}
          />
        </span>
      </p>
      <div aria-live="polite" class={isOld ? 'old' : undefined}>
        {isOld && <p class="quiet">The outcome of the arguments before:</p>}
        {problem.value !== undefined && <p class="notice bad">{problem.value}</p>}
        {answer.value?.rejected !== undefined && (
          <p class="notice bad">
            {answer.value.rejected.code}: {answer.value.rejected.message} {answer.value.rejected.hint}
          </p>
        )}
        {answer.value?.outcome !== undefined && (
          <OutcomeView
            key={answer.value.number}
            outcome={answer.value.outcome}
            number={answer.value.number}
            canDecide={answer.value.canDecide === true}
          />
        )}
      </div>
      <EarlierCalls
        tool={definition.name}
        mayPin={sensitive.length === 0}
        onUse={use}
        onRepeat={(sent) => {
          use(sent);
          if (!isReadOnly) void call(sent);
        }}
      />
    </form>
  );
}

/** Returns the first arguments: those of the link, the draft of before, or an example. */
function firstText(page: ToolPage, draft: string | null): string {
  return linkedText(page, query.value) ?? draft ?? textOf(page.example ?? {});
}

/** Returns the arguments that the address names. */
function linkedText(page: ToolPage, facts: URLSearchParams): string | undefined {
  const [wrong] = page.wrong;
  if (facts.get('example') === 'wrong' && wrong !== undefined) return textOf(wrong.value);
  const given = facts.get('args');
  if (given === null) return undefined;
  const value = parse(given);
  return value === undefined ? given : textOf(value.value);
}

function Examples({ page, onChoose }: { readonly page: ToolPage; readonly onChoose: (value: Json) => void }) {
  const valid = page.tool.definition.examples ?? (page.example === undefined ? [] : [page.example]);
  return (
    <p class="examples">
      {valid.map((value, index) => (
        <button
          key={index}
          type="button"
          class="small"
          onClick={() => {
            onChoose(value);
          }}
        >
          right arguments{valid.length > 1 ? ` ${index + 1}` : ''}
        </button>
      ))}
      {page.wrong.map(({ title, value }) => (
        <button
          key={title}
          type="button"
          class="small wrong"
          onClick={() => {
            onChoose(value);
          }}
        >
          wrong: {title}
        </button>
      ))}
    </p>
  );
}

/** Returns the problems of the values that are as they were sent. */
function issuesOf(answer: Answered | undefined, text: string): readonly Issue[] {
  const { issues = [] } = answer?.outcome ?? {};
  if (answer === undefined || answer.text === text) return issues;
  const [sent, now] = [parse(answer.text), parse(text)];
  if (sent === undefined || now === undefined) return [];
  const at = (value: Json | undefined, path: Issue['path']): string | undefined =>
    JSON.stringify(path.reduce<Json | undefined>((one, key) => partOf(one, key), value));
  return issues.filter(({ path }) => at(sent.value, path) === at(now.value, path));
}

function partOf(value: Json | undefined, key: string | number): Json | undefined {
  const isParent = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isParent ? (value as Readonly<Record<string | number, Json>>)[key] : undefined;
}

/** Returns whether two texts are the same arguments. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [parse(one), parse(other)];
  return first !== undefined && second !== undefined && JSON.stringify(first) === JSON.stringify(second);
}

function parse(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

function textOf(value: Json): string {
  return JSON.stringify(value, null, 2);
}
