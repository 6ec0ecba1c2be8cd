import type { Keyword } from './keyword.js';

/** `allOf`: one branch at most may build. */
export const allOf: Keyword = {
  keywords: ['allOf'],
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
