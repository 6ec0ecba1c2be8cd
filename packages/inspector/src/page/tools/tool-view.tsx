import { get } from '../api.js';
import { CallPanel } from '../form/call-panel.js';
import { JsonView } from '../parts/json-view.js';
import { numberText } from '../parts/number-text.js';
import { Tabs } from '../parts/tabs.js';
import { useLoaded } from '../parts/use-loaded.js';
import { go, preset, project, route, version } from '../state.js';
import type { ToolPage } from '../types.js';
import { Badges, SourceLink } from './badges.js';
import { ProviderForms } from './provider-forms.js';

/** One tool: a call of it, its definition, and the form of each provider. */
export function ToolView({ name }: { readonly name: string }) {
  const path = `tools/${encodeURIComponent(name)}?preset=${encodeURIComponent(preset.value)}`;
  const loaded = useLoaded(() => get<ToolPage>(path), [path, version.value]);
  const { value: page, problem } = loaded.value;
  if (problem !== undefined)
    return (
      <p class="notice bad">
        {problem} <a href="#/tools">All tools</a>
      </p>
    );
  if (page === undefined) return <p class="empty">Reading the tool...</p>;
  const { definition } = page.tool;
  return (
    <article>
      <a class="back" href="#/tools">
        All tools
      </a>
      <Head page={page} />
      {page.warnings.map((one) => (
        <p key={one.message} class={one.isError ? 'notice bad' : 'notice'}>
          {one.code}: {one.message}{' '}
          {one.file !== undefined && <SourceLink place={{ file: one.file, line: one.line ?? 1 }} />}
        </p>
      ))}
      <Tabs
        label="Tool"
        chosen={route.value[2]}
        onChoose={(id) => {
          go(`/tools/${encodeURIComponent(definition.name)}/${id}`);
        }}
        tabs={[
          { id: 'call', title: 'Call', content: () => <CallPanel page={page} /> },
          { id: 'definition', title: 'Definition', content: () => <Definition page={page} /> },
          { id: 'providers', title: 'Providers', content: () => <ProviderForms forms={page.forms} /> },
        ]}
      />
    </article>
  );
}

/** The name, the settings and the description, which stay above each tab. */
function Head({ page: { tool, place, forms } }: { readonly page: ToolPage }) {
  const { definition, traits, sensitive, timeoutMs, aliases } = tool;
  const row = project.value?.tools.find(({ name }) => name === definition.name);
  const tokens = forms.find(({ target }) => target === 'openai')?.tokens ?? 0;
  const facts = [
    `toolset ${definition.toolset}`,
    `about ${numberText(tokens)} tokens in each request`,
    `timeout ${timeoutMs / 1000} s`,
    ...(traits.length === 0 ? [] : [traits.join(', ')]),
    ...(aliases.length === 0 ? [] : [`other names: ${aliases.join(', ')}`]),
    ...(sensitive.length === 0 ? [] : [`sensitive: ${sensitive.map((path) => path.join('.')).join(', ')}`]),
  ];
  return (
    <header class="tool-head">
      <h2>{definition.name}</h2>
      <span class="badges">{row !== undefined && <Badges tool={row} />}</span>
      <p class="description">{definition.description}</p>
      <p class="quiet">
        {facts.join(' · ')}
        {place !== undefined && (
          <>
            {' · '}
            <SourceLink place={place} />
          </>
        )}
        {place === undefined && tool.file !== undefined && ` · ${tool.file}`}
      </p>
    </header>
  );
}

function Definition({ page: { tool, signature } }: { readonly page: ToolPage }) {
  const { definition } = tool;
  return (
    <>
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
