import type { Icon, ListedResource, ResourceAnnotations } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import type { AnyTool } from '@haft/compose';
import type { RunState } from '../state/run-state.js';
import { askInstance } from './ask-instance.js';
import { isFixedUri, matchUri } from './match-uri.js';

/** The facts that resources, templates and prompts have in common. */
export interface OfferFacts {
  /** The name in the run, with the prefix of the toolset. */
  readonly name: string;
  /** The name for people. */
  readonly title?: string | undefined;
  /** The description. Empty if there is none. */
  readonly description: string;
  /** Images for user interfaces. */
  readonly icons?: readonly Icon[] | undefined;
  /** Facts for the host. */
  readonly metadata?: Readonly<Record<string, JsonValue>> | undefined;
}

/** A resource that `run.read` reads. */
export interface ResourceDefinition extends OfferFacts {
  /** The URI. */
  readonly uri: string;
  /** The type of its contents, if the author tells it. */
  readonly mimeType?: string | undefined;
  /** Facts that help a client to choose. */
  readonly annotations?: ResourceAnnotations | undefined;
}

/** A resource with variables in its URI. */
export interface ResourceTemplate extends Omit<ResourceDefinition, 'uri'> {
  /** The URI template of RFC 6570. */
  readonly uriTemplate: string;
  /** The parameters, as JSON Schema. */
  readonly parameters: JsonSchemaObject;
}

/** The resources of a step. */
export interface ResourceLists {
  /** Resources without variables, and those that templates list. */
  readonly resources: readonly ResourceDefinition[];
  /** Resources with variables. */
  readonly templates: readonly ResourceTemplate[];
}

/** A prompt that `run.prompt` writes. */
export interface PromptDefinition extends OfferFacts {
  /** The parameters, as JSON Schema. Clients send texts. */
  readonly parameters: JsonSchemaObject;
}

/** Returns the definition of a prompt, or undefined for a resource. */
export function promptOf(tool: AnyTool): PromptDefinition | undefined {
  if (tool.definition.kind !== 'prompt') return undefined;
  return { ...factsOf(tool), parameters: tool.check.schema() };
}

/**
 * Returns the resources of a step.
 *
 * @param withLists - whether to ask the methods that list resources of templates
 */
export async function resourcesOf(
  run: RunState,
  offers: readonly PlannedTool[],
  withLists: boolean,
): Promise<ResourceLists> {
  const resources: ResourceDefinition[] = [];
  const templates: ResourceTemplate[] = [];
  for (const { tool } of offers) {
    const { template, mimeType, annotations } = tool.offer ?? {};
    if (template === undefined) continue;
    const facts = { ...factsOf(tool), ...defined({ mimeType, annotations }) };
    if (isFixedUri(template)) resources.push({ ...facts, uri: template.source });
    else {
      templates.push({ ...facts, uriTemplate: template.source, parameters: tool.check.schema() });
      if (withLists) resources.push(...(await listed(run, tool, facts)));
    }
  }
  return { resources, templates };
}

async function listed(
  run: RunState,
  tool: AnyTool,
  facts: Omit<ResourceDefinition, 'uri'>,
): Promise<readonly ResourceDefinition[]> {
  const { list, template } = tool.offer ?? {};
  if (list === undefined || template === undefined) return [];
  const found = await askInstance(run, tool, {
    what: `The list of '${template.source}'`,
    ms: run.runtime.limits.timeoutMs,
    ask: (instance) => list(instance, run.context),
  });
  return (Array.isArray(found) ? found : []).flatMap((one: unknown) => {
    const { uri, name, title, description } = read(one);
    if (uri === undefined || matchUri(template, uri) === undefined) {
      run.runtime.observe.logger.warn(`The list of '${template.source}' named a resource that it does not match.`, {
        uri,
      });
      return [];
    }
    // Clients show a title in place of a name: that of the template would be the same for all.
    const own = { description: description ?? facts.description, name: name ?? uri, uri };
    return [{ ...defined({ ...facts, title }), ...own }];
  });
}

function read(listed: unknown): Partial<ListedResource> {
  if (typeof listed === 'string') return { uri: listed };
  if (!isObject(listed) || typeof listed['uri'] !== 'string') return {};
  const { uri, name, title, description } = listed as Readonly<Record<string, unknown>> & { readonly uri: string };
  return { uri, ...texts({ name, title, description }) };
}

function texts(values: Readonly<Record<string, unknown>>): Partial<ListedResource> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
}

function factsOf({ definition: { name, title, description, icons, metadata } }: AnyTool): OfferFacts {
  return { name, description, ...defined({ title, icons, metadata }) };
}

/** Leaves out what is undefined. */
function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
