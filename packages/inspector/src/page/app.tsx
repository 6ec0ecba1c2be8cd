import { useComputed } from '@preact/signals';
import { CallsView } from './calls/calls-view.js';
import { InboxView } from './inbox/inbox-view.js';
import { InsightView } from './insight/insight-view.js';
import { Shortcuts } from './parts/shortcuts.js';
import { RunsView } from './runs/runs-view.js';
import { StartView } from './start/start-view.js';
import { isLive, preset, problem, project, route, waiting } from './state.js';
import { SourceLink } from './tools/badges.js';
import { ToolsView } from './tools/tools-view.js';

const VIEWS = new Map([
  ['start', StartView],
  ['tools', ToolsView],
  ['calls', CallsView],
  ['runs', RunsView],
  ['inbox', InboxView],
  ['insight', InsightView],
]);
const TITLES = { start: 'Start', tools: 'Tools', calls: 'Calls', runs: 'Runs', inbox: 'Inbox', insight: 'Insight' };

/** The page: a header with the views, and one view. */
export function App() {
  const name = useComputed(() => route.value[0] ?? 'start').value;
  const View = VIEWS.get(name) ?? StartView;
  return (
    <>
      <button class="skip" type="button" onClick={skip}>
        Skip to the content
      </button>
      <header class="top">
        <h1>{project.value?.title ?? 'Haft'}</h1>
        <nav aria-label="Views">
          {Object.entries(TITLES).map(([key, title]) => (
            <a key={key} href={`#/${key}`} aria-current={key === name ? 'page' : undefined}>
              {title}
              {key === 'inbox' && waiting.value > 0 && <span class="count">{waiting.value}</span>}
            </a>
          ))}
        </nav>
        <PresetChoice />
        <Shortcuts />
        <span class={isLive.value ? 'live' : 'live off'} role="status">
          {isLive.value ? 'live' : 'not live'}
        </span>
      </header>
      <Notices />
      <main id="main" tabIndex={-1}>
        {project.value === undefined ? <p class="empty">Reading the tools...</p> : <View />}
      </main>
    </>
  );
}

/** Moves the focus behind the views and the list. A link to a fragment would leave the view. */
function skip(): void {
  const content = document.querySelector<HTMLElement>('main .content');
  if (content === null) return;
  content.tabIndex = -1;
  content.focus();
}

/** The choice of the options that runs of the page have. */
function PresetChoice() {
  const presets = project.value?.presets ?? [];
  if (presets.length < 2) return null;
  return (
    <label class="preset">
      Preset{' '}
      <select value={preset.value} onChange={(event) => void (preset.value = event.currentTarget.value)}>
        {presets.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

/** Problems of the connection and of the last build. */
function Notices() {
  const build = project.value?.build;
  const errors = build?.warnings?.filter((one) => one.isError) ?? [];
  return (
    <div aria-live="polite">
      {problem.value !== undefined && <p class="notice bad">{problem.value}</p>}
      {build?.failure !== undefined && <p class="notice bad">The build failed: {build.failure}</p>}
      {build?.isStale === true && (
        <p class="notice">
          The sources have changed. Calls run the compiled code: run your compiler, such as tsc --watch.
        </p>
      )}
      {errors.map((one) => (
        <p key={one.message} class="notice bad">
          {one.code} {one.file !== undefined && <SourceLink place={{ file: one.file, line: one.line ?? 1 }} />}{' '}
          {one.message}
        </p>
      ))}
      {(build?.changes?.length ?? 0) > 0 && (
        <details class="notice">
          <summary>{build?.changes?.length} changes since the committed module</summary>
          <ul>
            {build?.changes?.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
