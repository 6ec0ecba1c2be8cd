import { FORMATS } from '@haft/schema';
import { localName } from '../names.js';
import type { Keyword } from './keyword.js';

/** `minLength` and `maxLength`, in code points. */
export const textLength: Keyword = {
  keywords: ['minLength', 'maxLength'],
  kind: 'string',
  emit({ schema: { minLength = 0, maxLength }, value, code, emitter }) {
    if (minLength === 1) code.refuseIf(`${value} === ''`);
    else if (minLength > 1) code.refuseIf(`${emitter.helper('isShorter')}(${value}, ${minLength})`);
    if (maxLength === 0) code.refuseIf(`${value} !== ''`);
    else if (maxLength !== undefined) code.refuseIf(`${emitter.helper('isLonger')}(${value}, ${maxLength})`);
    return undefined;
  },
};

/** `pattern`, with the flag `u` where it is valid with it. */
export const pattern: Keyword = {
  keywords: ['pattern'],
  kind: 'string',
  emit({ schema, value, code, emitter }) {
    code.refuseIf(`!${emitter.pattern(schema.pattern ?? '')}.test(${value})`);
    return undefined;
  },
};

/** `format`, for the formats of the table; every other name is an annotation. */
export const format: Keyword = {
  keywords: ['format'],
  kind: 'string',
  emit({ schema, value, code, mode, emitter }) {
    const { format: name = '' } = schema;
    if (!FORMATS.has(name) || (mode === 'build' && emitter.formatIsChecked(schema))) return undefined;
    const test = emitter.constant(`format_${localName(name, 'format')}`, `${emitter.helper('formatTest')}('${name}')`);
    code.refuseIf(`!${test}(${value})`);
    return undefined;
  },
};

/** `contentEncoding: base64`, enforced as the format of that name is. */
export const contentEncoding: Keyword = {
  keywords: ['contentEncoding'],
  kind: 'string',
  emit({ schema, value, code, emitter }) {
    if (schema.contentEncoding === 'base64') code.refuseIf(`!${emitter.helper('isBase64')}(${value})`);
    return undefined;
  },
};
