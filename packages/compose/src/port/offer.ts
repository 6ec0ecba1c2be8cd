import type { DefinitionKind, Icon, ResourceAnnotations, RunContext, ToolDefinition, ToolResult } from '@haft/core';
import type { UriTemplate } from '@haft/core/uri-template';

/** The parts of a resource or a prompt that a tool lacks. */
export interface Offer {
  /**
   * Returns what clients read of a result: the contents, or the messages of a prompt.
   *
   * @param uri - the URI of the resource. Undefined for a prompt.
   */
  readonly result: (result: unknown, uri?: string) => ToolResult;
  /** The URI or URI template of a resource. */
  readonly template?: UriTemplate | undefined;
  /** The type of the contents of a resource. Default: from the result. */
  readonly mimeType?: string | undefined;
  /** Facts about a resource that help a client to choose. */
  readonly annotations?: ResourceAnnotations | undefined;
  /** Lists the resources of a template. */
  readonly list?: ((instance: never, run: RunContext) => unknown) | undefined;
  /** Suggest values of a parameter. Default: Haft suggests those of enums and booleans. */
  readonly completions?: Readonly<Record<string, Completion>> | undefined;
}

/** Suggests values of a parameter. `given` has the other arguments as texts. */
export type Completion = (
  instance: never,
  text: string,
  given: Readonly<Record<string, string>>,
  run: RunContext,
) => unknown;

/** The definition of a resource or a prompt. */
export interface OfferDefinition extends ToolDefinition {
  readonly kind: Exclude<DefinitionKind, 'tool'>;
  readonly icons?: readonly Icon[];
}
