import type { Operation } from '../document/operations.js';
import type { OperationFacts } from '../open-api-options.js';

/** Returns the facts that a host chooses operations by. */
export function factsOf({ method, path, operation }: Operation): OperationFacts {
  const { operationId, tags, deprecated } = operation;
  const texts = Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [];
  return {
    id: typeof operationId === 'string' ? operationId : undefined,
    method,
    path,
    tags: texts,
    deprecated: deprecated === true,
  };
}
