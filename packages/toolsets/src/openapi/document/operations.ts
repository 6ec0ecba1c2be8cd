import { isObject } from '@haft/schema/internal';
import type { OpenApiDocument, Part } from './read-document.js';
import { resolved } from './resolve.js';
import { Unusable } from './unusable.js';

/** An operation of the document, before its details are read. */
export interface Operation {
  /** Upper case. */
  readonly method: string;
  /** The template: `/pets/{petId}`. */
  readonly path: string;
  readonly operation: Part;
  /** The path item, whose parameters all of its operations have. */
  readonly shared: Part;
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

/**
 * Returns the operations in the order of the document.
 *
 * @param refuse - is told of a path that cannot be read
 */
export function operationsOf(
  { root, paths }: OpenApiDocument,
  refuse: (path: string, reason: string) => void,
): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, given]) => {
    if (path.startsWith('x-')) return [];
    try {
      const shared = resolved(root, given);
      if (!isObject(shared)) throw new Unusable('it is not an object');
      return METHODS.flatMap((method): Operation[] => {
        const operation = shared[method];
        return isObject(operation) ? [{ method: method.toUpperCase(), path, operation, shared }] : [];
      });
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      refuse(path, error.message);
      return [];
    }
  });
}
