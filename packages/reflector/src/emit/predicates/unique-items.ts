import type { Keyword } from './keyword.js';

/** `uniqueItems`. */
export const uniqueItems: Keyword = {
  kind: 'array',
  emit({ schema, value, code, emitter }) {
    if (schema.uniqueItems === true) code.refuseIf(`!${emitter.helper('isUnique')}(${value})`);
    return undefined;
  },
};
