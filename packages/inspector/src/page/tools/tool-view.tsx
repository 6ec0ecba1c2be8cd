import { get } from '../api.js';
import { CallPanel } from '../form/call-panel.js';
import { JsonView } from '../parts/json-view.js';
import { Tabs } from '../parts/tabs.js';
import { useLoaded } from '../parts/use-loaded.js';
import { preset, version } from '../state.js';
import type { ToolPage } from '../types.js';
import { ProviderForms } from './provider-forms.js';

/** One tool: a call of it, its definition, and what each provider gets. */
export function ToolView({ name }: { readonly name: string }) {
  const path = `tools/${encodeURIComponent(name)}?preset=${encodeURIComponent(preset.value)}`;
  const loaded = useLoaded(() => get<ToolPage>(path), [path, version.value]);
  const { value: page, problem } = loaded.value;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  if (page === undefined) return <p class="empty">Reading the tool...</p>;
  const { definition } = page.tool;
  return (
    <article>
      <a class="back" href="#/tools">
        All tools
      </a>
      <h2>{definition.name}</h2>
      <Facts page={page} />
      {page.warnings.map((one) => (
        <p key={one.message} class={one.isError ? 'notice bad' : 'notice'}>
          {one.code}: {one.message}
        </p>
      ))}
      <Tabs
        label="Tool"
        tabs={[
          { id: 'call', title: 'Call', content: () => <CallPanel page={page} /> },
          { id: 'definition', title: 'Definition', content: () => <Definition page={page} /> },
          { id: 'providers', title: 'Providers', content: () => <ProviderForms forms={page.forms} /> },
        ]}
      />
    </article>
  );
}

function Facts({ page: { tool, place, forms } }: { readonly page: ToolPage }) {
  const { definition, traits, mayWaitFor, sensitive, timeoutMs, aliases, isHidden } = tool;
  const hints = Object.entries(definition.hints ?? {}).map(([hint, value]) => (value ? hint : `not ${hint}`));
  const tokens = forms.find(({ target }) => target === 'openai')?.tokens ?? 0;
  const tags = [...(isHidden ? ['hidden'] : []), ...hints, ...traits, ...mayWaitFor.map((kind) => `waits for ${kind}`)];
  return (
    <dl class="facts">
      <dt>Toolset</dt>
      <dd>{definition.toolset}</dd>
      {place !== undefined || tool.file !== undefined ? (
        <>
          <dt>Source</dt>
          <dd>
            {place === undefined ? (
              <code>{tool.file}</code>
            ) : (
              <a href={`vscode://file${place.file}:${place.line}`}>
                {tool.file ?? place.file}:{place.line}
              </a>
            )}
          </dd>
        </>
      ) : null}
      {tags.length > 0 && (
        <>
          <dt>Settings</dt>
          <dd>
            {tags.map((tag) => (
              <span key={tag} class="tag">
                {tag}
              </span>
            ))}
          </dd>
        </>
      )}
      <dt>Timeout</dt>
      <dd>{timeoutMs / 1000} s</dd>
      <dt>Tokens</dt>
      <dd>about {tokens} in each request</dd>
      {aliases.length > 0 && (
        <>
          <dt>Earlier names</dt>
          <dd>{aliases.join(', ')}</dd>
        </>
      )}
      {sensitive.length > 0 && (
        <>
          <dt>Sensitive</dt>
          <dd>{sensitive.map((path) => path.join('.')).join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

function Definition({ page: { tool, signature } }: { readonly page: ToolPage }) {
  const { definition } = tool;
  return (
    <>
      <h3>What the model reads</h3>
      <p class="description">{definition.description}</p>
      {signature !== undefined && (
        <>
          <h3>In TypeScript</h3>
          <pre class="json" tabIndex={0}>
            {signature}
          </pre>
        </>
      )}
      <h3>Schema of the arguments</h3>
      <JsonView value={definition.parameters as never} label="Schema of the arguments" />
      {definition.result !== undefined && (
        <>
          <h3>Schema of the result</h3>
          <JsonView value={definition.result as never} label="Schema of the result" />
        </>
      )}
    </>
  );
}
