import type { Icon, ResourceAnnotations, ToolDefinition } from '@haft/core';
import type { OfferDescriptor, PromptDescriptor, ResourceDescriptor, ToolDescriptor } from '@haft/core/reflected';
import { parseUriTemplate } from '@haft/core/uri-template';
import { contentsOf } from '../offers/contents-of.js';
import { messagesOf } from '../offers/messages-of.js';
import type { ToolSettings } from '../port/any-tool.js';
import type { Offer, OfferDefinition } from '../port/offer.js';

/** The parts of a resource or a prompt that its descriptor has besides those of a tool. */
export interface ReflectedOffer {
  readonly kind: OfferDefinition['kind'];
  /** The facts of its definition that tools lack. */
  readonly shown: Pick<ToolDefinition, 'kind' | 'title' | 'icons'>;
  readonly parts: Offer;
}

/** Returns the parts of a resource. */
export function reflectedResource(resource: ResourceDescriptor): ReflectedOffer {
  const { uri, mimeType, list } = resource;
  const template = parseUriTemplate(uri);
  return {
    kind: 'resource',
    shown: shownOf('resource', resource),
    parts: {
      result: (result, ofUri) => contentsOf(result, { mimeType, uri: ofUri }),
      // The build has refused other texts.
      template: 'problem' in template ? { source: uri, parts: [{ kind: 'text', text: uri }] } : template,
      mimeType,
      annotations: parsed<ResourceAnnotations>(resource.annotations),
      list,
      completions: completionsOf(resource),
    },
  };
}

/** Returns the parts of a prompt. */
export function reflectedPrompt(prompt: PromptDescriptor): ReflectedOffer {
  const parts = { result: messagesOf, completions: completionsOf(prompt) };
  return { kind: 'prompt', shown: shownOf('prompt', prompt), parts };
}

/** Returns the settings that have an effect on a resource or a prompt. */
export function offerSettings(settings: ToolSettings): ToolSettings {
  const { requires, timeoutMs, callLimit, approvals, cached, prepare, validate, interceptors, mapErrors } = settings;
  return { requires, timeoutMs, callLimit, approvals, cached, prepare, validate, interceptors, mapErrors };
}

/** Returns the descriptor without the schema of the method's result, which clients do not read. */
export function withoutResult(descriptor: ToolDescriptor): ToolDescriptor {
  const { result: _result, references: _references, ...rest } = descriptor;
  return rest;
}

function shownOf(kind: OfferDefinition['kind'], { title, icons }: OfferDescriptor): ReflectedOffer['shown'] {
  return {
    kind,
    ...(title === undefined ? {} : { title }),
    ...(icons === undefined ? {} : { icons: parsed<readonly Icon[]>(icons) }),
  };
}

function completionsOf({ completions }: OfferDescriptor): Offer['completions'] {
  if (completions === undefined) return undefined;
  return Object.fromEntries(Object.entries(completions).map(([parameter, { invoke }]) => [parameter, invoke]));
}

function parsed<T>(text: string | undefined): T | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
