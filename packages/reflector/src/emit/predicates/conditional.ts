import { grouped } from './code.js';
import type { Keyword } from './keyword.js';

/** `if`, `then`, `else`. */
export const conditional: Keyword = {
  emit({ schema, value, code, emitter }) {
    const condition = emitter.acceptance(schema.if ?? true, value);
    const [yes, no] = [schema.then ?? true, schema.else ?? true].map((one) => emitter.refusal(one, value));
    if (yes === 'false' && no === 'false') return undefined;
    code.refuseIf(`(${grouped(condition)} ? ${yes} : ${no})`);
    return undefined;
  },
};
