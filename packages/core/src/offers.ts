import type { ContentPart } from './content-part.js';

/** A kind of definition. Models call tools only. */
export type DefinitionKind = 'tool' | 'resource' | 'prompt';

/** An image for a list of resources or prompts in a user interface. */
export interface Icon {
  /** An `https:` or `data:` URI. */
  readonly src: string;
  /** Default: the type that the server of `src` tells. */
  readonly mimeType?: string;
  /** Sizes such as `48x48`, or `any`. */
  readonly sizes?: readonly string[];
  /** The theme that the image is for. Default: both. */
  readonly theme?: 'light' | 'dark';
}

/** Facts about a resource that help a client to choose. */
export interface ResourceAnnotations {
  /** The intended readers. */
  readonly audience?: readonly ('user' | 'assistant')[];
  /** The importance, from 0 (optional) to 1 (required). */
  readonly priority?: number;
  /** The time of the last change, in ISO 8601. */
  readonly lastModified?: string;
}

/** A resource of a URI template, as the method of the option `list` returns it. */
export interface ListedResource {
  /** The URI. The template must match it. */
  readonly uri: string;
  /** The name. Default: the URI. */
  readonly name?: string;
  /** The name for people. */
  readonly title?: string;
  /** The description. Default: the description of the template. */
  readonly description?: string;
}

/** A message of a prompt: a text, or parts with media. */
export type PromptMessage =
  | { readonly role: 'user' | 'assistant'; readonly text: string }
  | { readonly role: 'user' | 'assistant'; readonly parts: readonly ContentPart[] };
