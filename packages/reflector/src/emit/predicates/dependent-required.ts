import { readProperty } from './read-property.js';
import type { Keyword } from './keyword.js';

/** `dependentRequired`. */
export const dependentRequired: Keyword = {
  kind: 'object',
  emit({ schema, value, code }) {
    for (const [name, needed] of Object.entries(schema.dependentRequired ?? {})) {
      if (needed.length === 0) continue;
      const missing = needed.map((one) => `${readProperty(value, one)} === undefined`);
      code.refuseIf(`${readProperty(value, name)} !== undefined && (${missing.join(' || ')})`);
    }
    return undefined;
  },
};
