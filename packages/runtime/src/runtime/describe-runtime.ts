import type { RunContext } from '@haft/core';
import { lazyArguments, type LazyArguments } from '@haft/arguments/internal';
import type { DefaultRun } from '../run/default-run.js';
import type { RunRuntime } from '../run/runtime-port.js';
import { VisibleTools } from '../run/state/visible-tools.js';
import { mayWaitFor } from '../run/may-wait-for.js';
import { type AnyTool, type AnyToolset, walk } from '@haft/compose';
import { entriesOf, isHidden, type ToolEntry } from '@haft/compose/internal';
import type { DescribedTool, RuntimeDescription, ToolsetNode, ToolTrait } from './runtime-description.js';

/** Describes the tools of a run, and ends it. */
export async function describeRuntime(run: DefaultRun): Promise<RuntimeDescription> {
  const { runtime } = run;
  const visible = new VisibleTools(run);
  try {
    const table = await visible.prepareAll();
    const toolset = runtime.fixedTools === undefined ? await visible.toolsetOfRun() : runtime.toolset;
    const lazy = await lazyArguments.load();
    const described = (entries: readonly ToolEntry[]): readonly DescribedTool[] =>
      toolsOf(entries, filesOf(toolset), { runtime, lazy });
    return {
      toolset: await nodeOf(toolset, run.context),
      tools: described(table.entries),
      offers: described(table.offers.entries),
    };
  } finally {
    await visible.dispose();
    await run.end();
  }
}

async function nodeOf(toolset: AnyToolset, run: RunContext): Promise<ToolsetNode> {
  const { name, kind, detail, parts = [] } = toolset;
  // A toolset without a kind around another one only gives it methods.
  const [only] = parts;
  if (kind === undefined && only !== undefined && parts.length === 1) return nodeOf(only, run);
  const tools = toolset.fixed === true ? entriesOf(toolset) : (await toolset.tools(run)).map((one) => one.definition);
  const nodes = [];
  // One after the other: the tools of a step are made once, by the first toolset that asks.
  for (const part of parts) nodes.push(await nodeOf(part, run));
  return {
    name,
    kind: kind ?? 'toolset',
    ...(detail === undefined ? {} : { detail }),
    parts: nodes,
    tools: tools.flatMap(({ kind, name }) => (kind === undefined ? [name] : [])),
  };
}

function toolsOf(
  entries: readonly ToolEntry[],
  files: ReadonlyMap<string, string>,
  { runtime, lazy }: { readonly runtime: RunRuntime; readonly lazy: LazyArguments },
): readonly DescribedTool[] {
  return entries.map((entry): DescribedTool => {
    const tool = entry.tool();
    const { definition, ownName, aliases, check, body } = tool;
    const planned = runtime.plan(tool);
    const file = body.method === undefined ? undefined : files.get(definition.toolset);
    const owner = body.target ?? body.instance?.constructor;
    return {
      definition,
      ownName,
      aliases,
      ...(file === undefined ? {} : { file }),
      ...(body.method === undefined || owner === undefined ? {} : { class: owner.name, method: body.method }),
      sensitive: lazy.declaredHiddenPaths(check, runtime.observe.redactedKeys),
      isHidden: isHidden(entry),
      mayWaitFor: mayWaitFor(planned),
      timeoutMs: planned.timeoutMs,
      traits: traitsOf(tool),
    };
  });
}

/** Returns the files of classes, by the name of their toolset. */
function filesOf(toolset: AnyToolset): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  walk(toolset, ({ name, file }) => {
    if (file !== undefined) files.set(name, file);
  });
  return files;
}

function traitsOf({ settings, body }: AnyTool): readonly ToolTrait[] {
  const has: Readonly<Record<ToolTrait, boolean>> = {
    background: settings.background !== undefined,
    cached: settings.cached !== undefined,
    effect: settings.effect !== undefined,
    external: settings.external === true,
    final: settings.final === true,
    isolated: settings.isolated === true,
    limited: settings.callLimit !== undefined,
    preview: body.preview !== undefined,
    sequential: settings.sequential === true,
    validated: settings.validate !== undefined,
  };
  return Object.entries(has).flatMap(([trait, isSet]) => (isSet ? [trait as ToolTrait] : []));
}
