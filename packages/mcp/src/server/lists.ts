import type { OfferFacts, PromptDefinition, ResourceDefinition, ResourceTemplate } from '@haft/runtime';
import { isObject } from '@haft/schema/basics';
import { wellFormedData } from '@haft/schema/internal';
import type { Prompt, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { iconsOf, metaOf } from './shown.js';

/** Returns a resource for `resources/list`. */
export function resourceOf({ uri, ...resource }: ResourceDefinition): Resource {
  return wellFormedData({ uri, ...factsOf(resource), ...contentFacts(resource) });
}

/** Returns a template for `resources/templates/list`. */
export function templateOf({ uriTemplate, ...template }: ResourceTemplate): ResourceTemplateType {
  return wellFormedData({ uriTemplate, ...factsOf(template), ...contentFacts(template) });
}

/** Returns a prompt for `prompts/list`. */
export function promptOf({ parameters, ...prompt }: PromptDefinition): Prompt {
  const { properties = {}, required = [] } = parameters;
  const all = Object.entries(properties).map(([name, schema]) => {
    const { description } = isObject(schema) ? schema : {};
    return {
      name,
      ...(typeof description === 'string' ? { description } : {}),
      required: required.includes(name),
    };
  });
  return wellFormedData({ ...factsOf(prompt), ...(all.length === 0 ? {} : { arguments: all }) });
}

function factsOf({ name, title, description, icons, metadata }: OfferFacts) {
  const shown = iconsOf(icons);
  const meta = metaOf(metadata);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === '' ? {} : { description }),
    ...(shown.length === 0 ? {} : { icons: shown }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

function contentFacts({ mimeType, annotations }: Pick<ResourceDefinition, 'mimeType' | 'annotations'>) {
  const { audience, ...others } = annotations ?? {};
  const copy = { ...others, ...(audience === undefined ? {} : { audience: [...audience] }) };
  return {
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(annotations === undefined ? {} : { annotations: copy }),
  };
}
