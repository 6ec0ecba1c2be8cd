import type { Issue, JsonSchemaObject } from '@haft/schema';
import { resolverOf } from '@haft/schema/internal';
import { followed } from '@haft/schema/basics';
import { schemaOfPath } from './value/schema-of-path.js';

/**
 * Tells of null in the place of an optional property that the property may be absent: `expected a
 * string or no value, received null`. Otherwise, a model would invent a value.
 */
export function withAbsence(issues: readonly Issue[], schema: JsonSchemaObject): readonly Issue[] {
  if (!issues.some(isNull)) return issues;
  return issues.map((issue) =>
    isNull(issue) && mayBeAbsent(issue.path, schema) ? { ...issue, expected: `${issue.expected} or no value` } : issue,
  );
}

function isNull({ received, message }: Issue): boolean {
  return received === 'null' && message === undefined;
}

function mayBeAbsent(path: Issue['path'], root: JsonSchemaObject): boolean {
  const name = path.at(-1);
  if (typeof name !== 'string') return false;
  const object = followed(schemaOfPath(root, path.slice(0, -1)), resolverOf(root));
  if (typeof object !== 'object' || !Object.hasOwn(object.properties ?? {}, name)) return false;
  return object.required?.includes(name) !== true;
}
