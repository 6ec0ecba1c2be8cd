/**
 * Returns the path of a request below `haft-api/`. Undefined if it asks for a file of the page. The
 * name is one that no prefix has: the page may be mounted at `/api/inspect`.
 */
export function apiPathOf({ url }: Request): string | undefined {
  return /\/haft-api\/(.+)$/.exec(new URL(url).pathname)?.[1];
}
