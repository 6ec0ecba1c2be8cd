import type { Keyword } from './keyword.js';

/** `minimum`, `maximum` and their exclusive forms. */
export const range: Keyword = {
  kind: 'number',
  emit({ schema, value, code }) {
    if (schema.minimum !== undefined) code.refuseIf(`${value} < ${schema.minimum}`);
    if (schema.exclusiveMinimum !== undefined) code.refuseIf(`${value} <= ${schema.exclusiveMinimum}`);
    if (schema.maximum !== undefined) code.refuseIf(`${value} > ${schema.maximum}`);
    if (schema.exclusiveMaximum !== undefined) code.refuseIf(`${value} >= ${schema.exclusiveMaximum}`);
    return undefined;
  },
};

/** `multipleOf`, of decimal numbers: 0.3 is a multiple of 0.1. */
export const multipleOf: Keyword = {
  kind: 'number',
  emit({ schema, value, code, emitter }) {
    code.refuseIf(`!${emitter.helper('isMultipleOf')}(${value}, ${String(schema.multipleOf)})`);
    return undefined;
  },
};
