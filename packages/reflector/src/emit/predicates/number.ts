import type { Keyword } from './keyword.js';

/** `minimum`, `maximum` and their exclusive forms. */
export const range: Keyword = {
  keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  kind: 'number',
  emit({ schema, value, code }) {
    if (schema.minimum !== undefined) code.refuseIf(`${value} < ${schema.minimum}`);
    if (schema.exclusiveMinimum !== undefined) code.refuseIf(`${value} <= ${schema.exclusiveMinimum}`);
    if (schema.maximum !== undefined) code.refuseIf(`${value} > ${schema.maximum}`);
    if (schema.exclusiveMaximum !== undefined) code.refuseIf(`${value} >= ${schema.exclusiveMaximum}`);
    return undefined;
  },
};

/** `multipleOf`, as a division without tolerance: 0.3 is no multiple of 0.1. */
export const multipleOf: Keyword = {
  keywords: ['multipleOf'],
  kind: 'number',
  emit({ schema, value, code }) {
    if (schema.multipleOf === 1) code.refuseIf(`!Number.isInteger(${value})`);
    else code.refuseIf(`!Number.isInteger(${value} / ${String(schema.multipleOf)})`);
    return undefined;
  },
};
