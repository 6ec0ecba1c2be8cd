import type { Keyword } from './keyword.js';

/** `propertyNames`. */
export const propertyNames: Keyword = {
  kind: 'object',
  emit({ schema, value, code, emitter }) {
    const key = code.scope.local('key');
    const refusal = emitter.refusal(schema.propertyNames ?? true, key);
    if (refusal !== 'false') code.line(`for (const ${key} in ${value}) if (${refusal}) ${code.scope.refuse}`);
    return undefined;
  },
};
