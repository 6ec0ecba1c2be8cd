import type { Keyword } from './keyword.js';

/** `contains`, `minContains`, `maxContains`. */
export const contains: Keyword = {
  kind: 'array',
  emit({ schema: { contains: wanted = true, minContains = 1, maxContains }, value, code, emitter }) {
    const count = code.scope.local(`${value}Count`);
    const item = code.scope.local(`${value}Item`);
    code.line(`let ${count} = 0;`);
    code.line(`for (const ${item} of ${value}) if (${emitter.acceptance(wanted, item)}) ${count}++;`);
    if (minContains > 0) code.refuseIf(`${count} < ${minContains}`);
    if (maxContains !== undefined) code.refuseIf(`${count} > ${maxContains}`);
    return undefined;
  },
};
