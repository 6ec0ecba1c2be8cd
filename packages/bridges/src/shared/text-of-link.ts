import type { ContentPart } from '@haft/core';

/** Returns the text for a link to a resource, for an SDK that has no part for it. */
export function textOfLink({ name, uri }: Extract<ContentPart, { readonly type: 'resource' }>): string {
  return name === undefined ? uri : `${name}: ${uri}`;
}
