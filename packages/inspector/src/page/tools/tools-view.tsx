import { signal } from '@preact/signals';
import { FindInput, NothingFound } from '../parts/find-input.js';
import { Split } from '../parts/split.js';
import { project, route } from '../state.js';
import type { Project } from '../types.js';
import { findTools, groupsOf, wordsOf } from './tool-groups.js';
import { ToolGroups, ToolRows } from './tool-overview.js';
import { ToolView } from './tool-view.js';

/** The words of the search, which stay when a tool is opened. */
const asked = signal('');

/** All tools, or a list of them on one side and a tool on the other. */
export function ToolsView() {
  const [, name] = route.value;
  const read = project.value;
  if (read === undefined) return null;
  if (name === undefined)
    return (
      <section class="content" aria-label="Toolsets">
        <h2>Tools</h2>
        <Found read={read} current={undefined} />
      </section>
    );
  return (
    <Split
      isOpen
      side={
        <section class="side" aria-label="Toolsets">
          <Found read={read} current={name} />
        </section>
      }
    >
      <section class="content" aria-label="Tool">
        <ToolView key={name} name={name} />
      </section>
    </Split>
  );
}

/** The search and the tools that it finds. */
function Found({ read, current }: { readonly read: Project; readonly current: string | undefined }) {
  const found = findTools(read.tools, asked.value);
  const isShort = current !== undefined;
  return (
    <>
      <FindInput things="tools" by="name, text, parameter" asked={asked} />
      <p class="quiet" role="status">
        {found.length} of {read.tools.length} tools
      </p>
      {found.length === 0 && read.tools.length > 0 && (
        <NothingFound
          thing="tool"
          onShowAll={() => {
            asked.value = '';
          }}
        />
      )}
      {wordsOf(asked.value).length > 0 ? (
        <ToolRows tools={found} current={current} isShort={isShort} />
      ) : (
        <ToolGroups groups={groupsOf(read)} current={current} isShort={isShort} />
      )}
    </>
  );
}
