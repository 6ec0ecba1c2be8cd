import type { Issue } from '@haft/schema';

/** Thrown by the validation of a library that answers with a promise: the arguments are refused, as they are by a schema. */
export class RefusedByLibrary extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('The arguments do not fit the schema.');
  }
}
