import type { ToolDefinition } from '@haft/core';
import { HttpProblem, jsonResponse } from '@haft/durable/http';
import type { DescribedTool, RuntimeDescription } from '@haft/runtime';
import { presetOptions } from '../calls/presets.js';
import type { BuildFacts } from '../tools/build-facts.js';
import { modelView, requestTokens, tokensOfTools, type ModelView } from '../tools/model-view.js';
import { nameOfMethod, placeOf, toolPage } from '../tools/tool-page.js';
import { hasLedger } from './ledger-runs.js';
import type { Exchange } from './routes.js';

/** Returns the tools, the toolsets and the last build, and what a request costs. */
export async function project({ sources, request, access }: Exchange): Promise<Response> {
  const { runtime, options, build } = sources;
  const { description, view } = await described(sources, request);
  const { title, readOnly, presets } = options;
  const { places: _places, module: _module, ...facts } = build();
  const tokens = tokensOfTools(description.tools.map(({ definition }) => definition));
  const { instructions } = view;
  return jsonResponse(200, {
    title,
    readOnly,
    may: { call: access.may('call'), decide: access.may('decide') },
    presets: Object.keys(presets),
    hasLedger: hasLedger(runtime),
    toolset: description.toolset,
    request: { ...requestTokens(view, tokens), text: instructions, problem: view.problem },
    tools: description.tools.map((one) => rowOf(one, tokens, build())),
    build: facts,
  });
}

/** The longest description in the list, which search reads. */
const LONGEST_DESCRIPTION = 2_000;

/** A tool in the list. */
function rowOf(tool: DescribedTool, tokens: ReadonlyMap<string, number>, build: BuildFacts): object {
  const { definition, ownName, aliases, isHidden, mayWaitFor, traits } = tool;
  const { name, toolset, description, hints, parameters } = definition;
  return {
    name,
    toolset,
    ownName,
    aliases,
    class: tool.class,
    place: placeOf(tool, build),
    description: description.slice(0, LONGEST_DESCRIPTION),
    parameters: namesIn(parameters),
    needsValue: needsValue(parameters),
    hints,
    isHidden,
    mayWaitFor,
    traits,
    tokens: tokens.get(name) ?? 0,
    hasWarning: build.warnings?.some((one) => one.tool === nameOfMethod(tool) || one.tool === name) ?? false,
  };
}

/** Returns whether a parameter is required, of a type that wrong values can have. */
function needsValue({ properties = {}, required = [] }: DescribedTool['definition']['parameters']): boolean {
  return required.some((name) => {
    const schema = properties[name];
    return typeof schema === 'object' && ('type' in schema || 'enum' in schema);
  });
}

/** Returns the names of all properties in a schema, for search. */
function namesIn(schema: unknown, depth = 0): readonly string[] {
  if (typeof schema !== 'object' || schema === null || depth > 4) return [];
  const { properties, items } = schema as { readonly properties?: object; readonly items?: unknown };
  const entries = Object.entries(properties ?? {});
  return [
    ...entries.map(([name]) => name),
    ...entries.flatMap(([, one]) => namesIn(one, depth + 1)),
    ...namesIn(items, depth + 1),
  ];
}

/** Returns everything about one tool. */
export async function tool({ sources, request }: Exchange, parts: readonly string[]): Promise<Response> {
  const { description } = await described(sources, request);
  const found = description.tools.find(({ definition }) => definition.name === parts[0]);
  if (found === undefined) throw new HttpProblem(404, 'NO_TOOL', `There is no tool '${parts[0] ?? ''}'.`);
  return jsonResponse(200, toolPage(found, sources.build()));
}

/** Returns the instructions and definitions that a run of a preset sends, as a model reads them. */
export async function model({ sources, request }: Exchange): Promise<Response> {
  const { view } = await described(sources, request);
  const tokens = tokensOfTools(view.definitions);
  return jsonResponse(200, {
    instructions: view.instructions,
    tokens: requestTokens(view, tokens),
    definitions: view.definitions.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
      tokens: tokens.get(name) ?? 0,
    })),
  });
}

interface Described {
  readonly description: RuntimeDescription;
  readonly view: ModelView;
}

/** Describes the tools, with the definitions of a run: a run may complete them for its model. */
async function described({ runtime, options, runs }: Exchange['sources'], request: Request): Promise<Described> {
  const name = new URL(request.url).searchParams.get('preset') ?? 'default';
  const given = await presetOptions(options.presets, name);
  const view = await modelView(runtime, { ...given, id: runs.unlistedId() });
  // With a target, the definitions have the form of its provider already.
  const own = 'target' in given ? [] : view.definitions;
  const sent = new Map<string, ToolDefinition>(own.map((one) => [one.name, one]));
  const { tools, offers, toolset } = await runtime.describe({ ...given, id: runs.unlistedId() });
  const asSent = tools.map((one) => ({ ...one, definition: sent.get(one.definition.name) ?? one.definition }));
  return { description: { toolset, tools: asSent, offers }, view };
}
