import type { Keyword } from './keyword.js';

/** `minItems`, `maxItems`. */
export const itemsCount: Keyword = {
  kind: 'array',
  emit({ schema: { minItems = 0, maxItems }, value, code }) {
    if (minItems > 0 && minItems === maxItems) {
      code.refuseIf(`${value}.length !== ${minItems}`);
      return undefined;
    }
    if (minItems > 0) code.refuseIf(`${value}.length < ${minItems}`);
    if (maxItems !== undefined) code.refuseIf(`${value}.length > ${maxItems}`);
    return undefined;
  },
};
