import { sameJson } from '../check/same-json.js';
import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { SchemaDifference } from './schema-difference.js';

/** Differences that change no verdict: descriptions, defaults, examples. */
export function compareTexts(
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  path: Path,
): readonly SchemaDifference[] {
  return [...TEXTS].flatMap((key): readonly SchemaDifference[] => {
    if (key === '$defs') return [];
    const [old, now] = [before[key as keyof JsonSchemaObject], after[key as keyof JsonSchemaObject]];
    if (old === now || (old !== undefined && now !== undefined && sameJson(old, now))) return [];
    const verb = old === undefined ? 'is new' : now === undefined ? 'is gone' : 'changed';
    return [{ kind: 'text', path, message: `the ${key === 'default' ? 'default' : key} ${verb}` }];
  });
}

/** Every value fits. */
export function isAny(schema: JsonSchema): boolean {
  return schema === true || (typeof schema === 'object' && Object.keys(schema).every((key) => TEXTS.has(key)));
}

/** Keywords that say nothing about which values fit. */
export const TEXTS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'default',
  'contentMediaType',
  '$defs',
]);
