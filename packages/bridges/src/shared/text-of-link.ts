import type { ContentPart } from '@haft/core';

/** What stands for a link to a resource where an SDK has no part for it. */
export function textOfLink({ name, uri }: Extract<ContentPart, { readonly type: 'resource' }>): string {
  return name === undefined ? uri : `${name}: ${uri}`;
}
