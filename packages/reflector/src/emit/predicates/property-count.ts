import type { Keyword } from './keyword.js';

/** `minProperties`, `maxProperties`. */
export const propertyCount: Keyword = {
  keywords: ['minProperties', 'maxProperties'],
  kind: 'object',
  emit({ schema: { minProperties = 0, maxProperties }, value, code, emitter }) {
    const count = `${emitter.helper('keyCount')}(${value})`;
    if (minProperties > 0) code.refuseIf(`${count} < ${minProperties}`);
    if (maxProperties !== undefined) code.refuseIf(`${count} > ${maxProperties}`);
    return undefined;
  },
};
