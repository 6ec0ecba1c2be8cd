import type { Keyword } from './keyword.js';

/** `minProperties`, `maxProperties`. */
export const propertyCount: Keyword = {
  kind: 'object',
  emit({ schema: { minProperties = 0, maxProperties }, value, code }) {
    const count = `Object.keys(${value}).length`;
    if (minProperties > 0) code.refuseIf(`${count} < ${minProperties}`);
    if (maxProperties !== undefined) code.refuseIf(`${count} > ${maxProperties}`);
    return undefined;
  },
};
