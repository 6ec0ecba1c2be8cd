import { useSignal } from '@preact/signals';
import { JsonView } from '../parts/json-view.js';
import { TableHead } from '../parts/table-head.js';
import type { Rewrite, ToolForm } from '../types.js';

/** The tool in the form of two providers side by side, with the changes of each. */
export function ProviderForms({ forms }: { readonly forms: readonly ToolForm[] }) {
  const chosen = useSignal([forms[0]?.target ?? '', forms[1]?.target ?? '']);
  return (
    <>
      <table class="tokens">
        <caption>Estimated tokens in each request</caption>
        <TableHead titles={['Provider', 'Tokens', 'Strict', 'Changes', 'Problems']} />
        <tbody>
          {forms.map(({ target, tokens, strict, rewrites, problems, entry }) => (
            <tr key={target}>
              <th scope="row">{target}</th>
              <td>{entry === undefined ? 'not sent' : tokens}</td>
              <td>{strict ? 'yes' : 'no'}</td>
              <td>{rewrites.length}</td>
              <td>{problems.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="pair">
        {chosen.value.map((target, side) => (
          <section key={side} aria-label={`Form ${side + 1}`}>
            <label>
              Provider{' '}
              <select
                value={target}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  chosen.value = chosen.value.map((one, index) => (index === side ? value : one));
                }}
              >
                {forms.map((form) => (
                  <option key={form.target}>{form.target}</option>
                ))}
              </select>
            </label>
            <Form form={forms.find((one) => one.target === target)} />
          </section>
        ))}
      </div>
    </>
  );
}

function Form({ form }: { readonly form: ToolForm | undefined }) {
  if (form === undefined) return null;
  return (
    <>
      {form.problems.map((problem) => (
        <p key={problem} class="notice bad">
          {problem}
        </p>
      ))}
      {form.rewrites.length > 0 && (
        <ul class="changes">
          {form.rewrites.map((one, index) => (
            <li key={index}>{changeText(one)}</li>
          ))}
        </ul>
      )}
      {form.rewrites.length === 0 && <p class="quiet">Nothing is changed.</p>}
      {form.entry !== undefined && <JsonView value={form.entry} label={`Entry for ${form.target}`} />}
    </>
  );
}

function changeText({ path, keyword, from, to, reason, loses }: Rewrite) {
  return (
    <>
      <code>{[...path, keyword].join('.')}</code>{' '}
      {from !== undefined && <del>{JSON.stringify(from).slice(0, 200)}</del>}{' '}
      {to !== undefined && <ins>{JSON.stringify(to).slice(0, 200)}</ins>} {reason}
      {loses !== undefined && <b> Loses {loses}.</b>}
    </>
  );
}
