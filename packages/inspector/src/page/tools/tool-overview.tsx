import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { numberText, countText } from '../parts/number-text.js';
import type { ToolRow } from '../types.js';
import { Badges, SourceLink, Tokens } from './badges.js';
import type { ToolGroup } from './tool-groups.js';

/** The most tools that are open without a click. */
const FEW_TOOLS = 60;
/** The most rows of a list. A person reads no more, and each is several elements. */
const MOST_ROWS = 100;

/** The toolsets with their tools: one line for each. */
export function ToolGroups({
  groups,
  current,
  isShort = false,
}: {
  readonly groups: readonly ToolGroup[];
  readonly current?: string | undefined;
  /** Whether only the names stand in the list. */
  readonly isShort?: boolean;
}) {
  const count = groups.reduce((sum, { tools }) => sum + tools.length, 0);
  if (count === 0)
    return (
      <p class="empty">
        The runtime has no tools. Give it some: <code>{'createRuntime({ toolsets: [...] })'}</code>.
      </p>
    );
  return (
    <div class="groups">
      {groups.map((group) => (
        <Group
          key={group.name}
          group={group}
          mustOpen={count <= FEW_TOOLS || group.tools.some(({ name }) => name === current)}
          current={current}
          isShort={isShort}
        />
      ))}
    </div>
  );
}

/** A toolset, whose tools are in the document while it is open: a thousand take a quarter second. */
function Group({
  group,
  mustOpen,
  current,
  isShort,
}: {
  readonly group: ToolGroup;
  readonly mustOpen: boolean;
  readonly current: string | undefined;
  readonly isShort: boolean;
}) {
  const isOpen = useSignal(mustOpen);
  useEffect(() => {
    // A search or a link leads to one of its tools.
    if (mustOpen) isOpen.value = true;
  }, [mustOpen]);
  return (
    <details class="group" open={isOpen.value} onToggle={(event) => void (isOpen.value = event.currentTarget.open)}>
      <summary>
        <b>{group.name}</b> <span class="kind">{group.kind ?? 'added by Haft'}</span>{' '}
        <span class="quiet">{countText(group.tools.length, 'tool')}</span>
      </summary>
      {isOpen.value && (
        <>
          {!isShort && <GroupFacts group={group} />}
          <ToolRows tools={group.tools} current={current} isShort={isShort} />
        </>
      )}
    </details>
  );
}

function GroupFacts({ group: { place, wrappers, tools } }: { readonly group: ToolGroup }) {
  const tokens = tools.reduce((sum, one) => sum + one.tokens, 0);
  return (
    <div class="group-facts quiet">
      about {numberText(tokens)} tokens
      {place !== undefined && (
        <>
          {' · '}
          <SourceLink place={place} text={place.file.split('/').slice(-2).join('/')} />
        </>
      )}
      {wrappers.length > 0 && (
        <details class="wrappers">
          <summary>{countText(wrappers.length, 'wrapper')}</summary>
          <ol>
            {wrappers.map(({ kind, detail }, index) => (
              <li key={index}>
                <code>{kind}</code> {detail}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** Returns the first paragraph as one line: its own lines may end inside of a sentence. */
function oneLine(description: string): string {
  const [first = ''] = description.trim().split(/\n\s*\n/);
  return first.replaceAll(/\s+/g, ' ');
}

/** A list of tools. */
export function ToolRows({
  tools,
  current,
  isShort,
}: {
  readonly tools: readonly ToolRow[];
  readonly current: string | undefined;
  readonly isShort: boolean;
}) {
  const shown = tools.slice(0, MOST_ROWS);
  return (
    <>
      <ul class={isShort ? 'tools' : 'tools wide-tools'}>
        {shown.map((tool) => (
          <li key={tool.name}>
            <a
              href={`#/tools/${encodeURIComponent(tool.name)}`}
              aria-current={tool.name === current ? 'true' : undefined}
              title={isShort ? tool.description : undefined}
              data-row
            >
              {tool.name}
            </a>
            <span class="badges">
              <Badges tool={tool} />
              {!isShort && <Tokens tokens={tool.tokens} />}
            </span>
            {!isShort && <span class="one-line">{oneLine(tool.description)}</span>}
          </li>
        ))}
      </ul>
      {shown.length < tools.length && (
        <p class="quiet">{countText(tools.length - shown.length, 'more tool')}. Search finds them.</p>
      )}
    </>
  );
}
