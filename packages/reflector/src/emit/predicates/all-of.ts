import type { Keyword } from './keyword.js';

/** `allOf`: at most one branch may build a value. */
export const allOf: Keyword = {
  emit({ schema, value, code, mode, emitter }) {
    let built: string | undefined;
    for (const branch of schema.allOf ?? []) {
      const result = emitter.value(branch, value, code, mode);
      if (result === value) continue;
      if (built !== undefined) emitter.unsupported('two parts of an intersection become run-time values');
      built = result;
    }
    return built;
  },
};
