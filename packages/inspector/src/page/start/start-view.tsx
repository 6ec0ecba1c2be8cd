import { countText, numberText } from '../parts/number-text.js';
import { calls, project, waiting } from '../state.js';
import { countStates } from '../calls/status.js';
import { CallRowLink } from '../calls/call-row-link.js';
import { NoCalls } from '../calls/no-calls.js';
import { SourceLink } from '../tools/badges.js';
import { groupsOf } from '../tools/tool-groups.js';
import { ToolGroups } from '../tools/tool-overview.js';
import type { Project, ToolRow } from '../types.js';

const LAST_CALLS = 8;

/** The first screen: the tools, the cost of a request, the last calls, and what waits. */
export function StartView() {
  const read = project.value;
  if (read === undefined) return null;
  const { tools, request } = read;
  const groups = groupsOf(read);
  const all = calls.value;
  const count = countStates(all);
  const ofModel = all.filter(({ parent }) => parent === undefined);
  return (
    <section class="content start" aria-label="Start">
      <h2>{read.title}</h2>
      <ul class="tiles" aria-label="Facts">
        <Tile href="#/tools" count={tools.length} noun="tool" more={`in ${countText(groups.length, 'toolset')}`} />
        <Tile
          href="#/tools"
          count={request.definitions + request.instructions}
          noun="token"
          more={`a request: ${numberText(request.definitions)} definitions, ${numberText(request.instructions)} instructions`}
        />
        <Tile
          href="#/calls"
          count={all.length}
          noun="call"
          more={`${numberText(count('retry'))} to correct, ${numberText(count('failed'))} failed`}
          moreHref={count('retry') + count('failed') > 0 ? '#/calls?show=wrong' : undefined}
        />
        <Tile
          href="#/inbox"
          count={waiting.value}
          noun="waiting call"
          more={read.hasLedger ? 'of all processes' : 'of this process'}
        />
      </ul>
      {request.problem !== undefined && (
        <p class="notice bad">A run cannot give its instructions and definitions: {request.problem}</p>
      )}
      <div class="start-grid">
        <div>
          <h3>Toolsets</h3>
          {request.text !== '' && (
            <details class="instructions">
              <summary>Instructions for the system prompt</summary>
              <pre class="said" tabIndex={0}>
                {request.text}
              </pre>
            </details>
          )}
          <ToolGroups groups={groups} />
        </div>
        <div>
          <Problems read={read} />
          <TryFirst tools={tools} />
          <h3>Last calls</h3>
          {all.length === 0 ? (
            <NoCalls />
          ) : (
            <ul class="rows-short">
              {ofModel.slice(0, LAST_CALLS).map((row) => (
                <li key={row.number}>
                  <CallRowLink row={row} isCurrent={false} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}

function Tile({
  href,
  count,
  noun,
  more,
  moreHref,
}: {
  readonly href: string;
  readonly count: number;
  readonly noun: string;
  readonly more: string;
  /** Where the second line leads, if that is another place. */
  readonly moreHref?: string | undefined;
}) {
  return (
    <li>
      <a href={href}>
        <b>{numberText(count)}</b> {count === 1 ? noun : `${noun}s`}
        {moreHref === undefined && <span class="quiet">{more}</span>}
      </a>
      {moreHref !== undefined && (
        <a class="more" href={moreHref}>
          {more}
        </a>
      )}
    </li>
  );
}

/** The warnings of the last build, with links to the sources. */
function Problems({ read }: { readonly read: Project }) {
  const warnings = read.build.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <>
      <h3>The build</h3>
      <ul class="plain">
        {warnings.map(({ code, message, file, line, tool }) => (
          <li key={`${code}${message}`}>
            <b>{code}</b> {message} {file !== undefined && <SourceLink place={{ file, line: line ?? 1 }} />}
            {file === undefined && tool !== undefined && <span class="quiet">{tool}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Three links that show the page to a person who has never seen it. */
function TryFirst({ tools }: { readonly tools: readonly ToolRow[] }) {
  const shown = tools.filter(({ isHidden }) => !isHidden);
  const now = shown.filter(({ mayWaitFor }) => mayWaitFor.length === 0);
  const first =
    now.find(({ needsValue }) => needsValue) ?? now.find(({ parameters }) => parameters.length > 0) ?? shown[0];
  const asking = shown.find(({ mayWaitFor }) => mayWaitFor.includes('approval'));
  if (first === undefined) return null;
  const path = `#/tools/${encodeURIComponent(first.name)}`;
  return (
    <>
      <h3>Try first</h3>
      <ol class="plain try">
        <li>
          <a href={`${path}/call?example=wrong`}>Call a tool wrongly</a> and read the text that the model gets.
        </li>
        <li>
          <a href={`${path}/providers`}>Compare the definitions</a> that OpenAI, Gemini and others get.
        </li>
        <li>
          {asking === undefined ? (
            <>
              <a href="#/insight">See the mistakes of models</a> and the changes that would help.
            </>
          ) : (
            <>
              <a href={`#/tools/${encodeURIComponent(asking.name)}`}>Approve a call</a> with other arguments.
            </>
          )}
        </li>
      </ol>
    </>
  );
}
