import type { Issue } from '@haft/schema';
import { describeReceived } from '@haft/schema/internal';

/** One problem, as a Standard Schema reports it. */
export interface LibraryIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Returns the issue for a problem that a library reports.
 *
 * @param args - the arguments that the library validated
 */
export function issueOfLibrary({ message, path = [] }: LibraryIssue, args: unknown): Issue {
  const keys = path.map((segment) => (typeof segment === 'object' ? segment.key : segment));
  const plain = keys.map((key) => (typeof key === 'symbol' ? String(key) : key));
  let received: unknown = args;
  for (const key of keys) received = (received as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key];
  return { path: plain, rule: 'schema', expected: message, received: describeReceived(received), message };
}
