import type { Keyword } from './keyword.js';

/** `not`. */
export const not: Keyword = {
  emit({ schema, value, code, emitter }) {
    if (schema.not !== undefined) code.refuseIf(emitter.acceptance(schema.not, value));
    return undefined;
  },
};
