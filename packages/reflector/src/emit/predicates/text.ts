import { FORMATS } from '@haft/schema/formats';
import { localName } from '../names.js';
import type { Keyword } from './keyword.js';

/** `minLength` and `maxLength`, in code points. */
export const textLength: Keyword = {
  kind: 'string',
  emit({ schema: { minLength = 0, maxLength }, value, code, emitter }) {
    if (minLength === 1) code.refuseIf(`${value} === ''`);
    else if (minLength > 1) code.refuseIf(`${emitter.helper('isShorter')}(${value}, ${minLength})`);
    if (maxLength === 0) code.refuseIf(`${value} !== ''`);
    else if (maxLength !== undefined) code.refuseIf(`${emitter.helper('isLonger')}(${value}, ${maxLength})`);
    return undefined;
  },
};

/** `pattern`, with the flag `u` if it is valid with it. */
export const pattern: Keyword = {
  kind: 'string',
  emit({ schema, value, code, emitter }) {
    code.refuseIf(`!${emitter.pattern(schema.pattern ?? '')}.test(${value})`);
    return undefined;
  },
};

/** `format`, for the formats of the table. Every other name is an annotation. */
export const format: Keyword = {
  kind: 'string',
  emit({ schema, value, code, mode, emitter }) {
    const { format: name = '' } = schema;
    if (!FORMATS.has(name) || (mode === 'build' && emitter.formatIsChecked(schema))) return undefined;
    const test = emitter.constant(`format_${localName(name, 'format')}`, `${emitter.helper('formatTest')}('${name}')`);
    code.refuseIf(`!${test}(${value})`);
    return undefined;
  },
};

/** `contentEncoding: base64`, enforced as the format of that name. */
export const contentEncoding: Keyword = {
  kind: 'string',
  emit({ schema, value, code, emitter }) {
    if (schema.contentEncoding === 'base64') code.refuseIf(`!${emitter.helper('isBase64')}(${value})`);
    return undefined;
  },
};
