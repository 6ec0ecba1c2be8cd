import { useSignal } from '@preact/signals';
import { project, route } from '../state.js';
import type { ToolRow, ToolsetNode } from '../types.js';
import { ToolView } from './tool-view.js';

/** The tree of toolsets on one side, and a tool on the other. */
export function ToolsView() {
  const asked = useSignal('');
  const tools = project.value?.tools ?? [];
  const [, name] = route.value;
  const words = asked.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = tools.filter((tool) => words.every((word) => textOf(tool).includes(word)));
  const byName = new Map(found.map((tool) => [tool.name, tool]));
  return (
    <div class={name === undefined ? 'split' : 'split open'}>
      <section class="side" aria-label="Toolsets">
        <input
          type="search"
          aria-label="Find tools"
          placeholder="Find tools"
          value={asked.value}
          onInput={(event) => void (asked.value = event.currentTarget.value)}
        />
        <p class="quiet" role="status">
          {found.length} of {tools.length} tools
        </p>
        {words.length > 0 || project.value === undefined ? (
          <ToolList tools={found} current={name} />
        ) : (
          <>
            <ul class="tree">
              <Branch node={project.value.toolset} byName={byName} current={name} depth={0} />
            </ul>
            <ToolList tools={ownTools(project.value.toolset, found)} current={name} />
          </>
        )}
      </section>
      <section class="content" aria-label="Tool">
        {name === undefined ? <p class="empty">Choose a tool.</p> : <ToolView key={name} name={name} />}
      </section>
    </div>
  );
}

/** The tools that the runtime added, such as `search_tools`. */
function ownTools({ tools }: ToolsetNode, found: readonly ToolRow[]): readonly ToolRow[] {
  const known = new Set(tools);
  return found.filter((tool) => !known.has(tool.name));
}

/** Most tools that the tree shows without a click. */
const FEW_TOOLS = 50;

/** A toolset of the tree. Tools stand below the innermost toolset that shows them by this name. */
function Branch({
  node,
  byName,
  current,
  depth,
}: {
  readonly node: ToolsetNode;
  readonly byName: ReadonlyMap<string, ToolRow>;
  readonly current: string | undefined;
  readonly depth: number;
}) {
  const inside = new Set(node.parts.flatMap(({ tools }) => tools));
  const isLeaf = node.parts.length === 0;
  const own = node.tools.filter((name) => isLeaf || !inside.has(name));
  const tools = own.flatMap((name) => byName.get(name) ?? []);
  const parts = node.parts.map((part, index) => (
    <Branch key={index} node={part} byName={byName} current={current} depth={depth + 1} />
  ));
  // A list in a list says nothing to a person.
  if (node.kind === 'combine' && depth > 0 && tools.length === 0) return <>{parts}</>;
  return (
    <li>
      <details open={depth < 4 || byName.size <= FEW_TOOLS}>
        <summary>
          <b>{node.kind === 'combine' ? 'all toolsets' : node.name}</b>{' '}
          <span class="kind">
            {node.kind}
            {node.detail !== undefined && ` ${node.detail}`}
          </span>
        </summary>
        <ToolList tools={tools} current={current} />
        {!isLeaf && <ul class="tree">{parts}</ul>}
      </details>
    </li>
  );
}

function ToolList({ tools, current }: { readonly tools: readonly ToolRow[]; readonly current: string | undefined }) {
  if (tools.length === 0) return null;
  return (
    <ul class="tools">
      {tools.map(({ name, description, isHidden, mayWaitFor }) => (
        <li key={name}>
          <a
            href={`#/tools/${encodeURIComponent(name)}`}
            aria-current={name === current ? 'true' : undefined}
            title={description}
          >
            {name}
          </a>
          {isHidden && <span class="tag">hidden</span>}
          {mayWaitFor.map((kind) => (
            <span key={kind} class="tag wait">
              {kind}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function textOf({ name, toolset, description, traits }: ToolRow): string {
  return `${name} ${toolset} ${description} ${traits.join(' ')}`.toLowerCase();
}
