import { sameJson } from '../values/same-json.js';
import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { Comparison, KeywordName } from '../keywords/keyword.js';
import { analysisTable, keywordsIn } from '../keywords/table.js';
import type { SchemaDifference } from './schema-difference.js';

/** Compares the keywords that do not check values: descriptions, defaults, examples. */
export function compareTexts(
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  path: Path,
): readonly SchemaDifference[] {
  return keywordsIn({ ...before, ...after }, analysisTable()).flatMap(([keyword, { comparison }]) => {
    if (comparison !== 'text') return [];
    const [old, now] = [before[keyword], after[keyword]];
    if (old === now || (old !== undefined && now !== undefined && sameJson(old, now))) return [];
    const verb = old === undefined ? 'is new' : now === undefined ? 'is gone' : 'changed';
    return [{ kind: 'text', path, message: `the ${keyword} ${verb}` }];
  });
}

/** Returns whether a schema accepts every value. */
export function isAny(schema: JsonSchema): boolean {
  return schema === true || (typeof schema === 'object' && Object.keys(schema).every(saysNothing));
}

/** Returns whether a keyword does not check values. */
export function saysNothing(keyword: string): boolean {
  return onlyDescribes(keyword) || comparisonOf(keyword) === 'nothing';
}

/** Returns whether a keyword only describes values. */
export function onlyDescribes(keyword: string): boolean {
  return comparisonOf(keyword) === 'text';
}

function comparisonOf(keyword: string): Comparison | undefined {
  return Object.hasOwn(analysisTable(), keyword) ? analysisTable()[keyword as KeywordName].comparison : undefined;
}
