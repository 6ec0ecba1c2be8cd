import { canonicalJson } from '../values/canonical-json.js';
import { sameJson } from '../values/same-json.js';
import type { JsonSchemaObject, JsonValue } from '../json-schema.js';
import type { KeywordName } from '../keywords/keyword.js';
import { analysisTable, keywordsIn } from '../keywords/table.js';
import { takesType } from '../keywords/type.js';
import type { SchemaDifference } from './schema-difference.js';
import { without } from './without.js';
import { shortened } from '../strings/shortened.js';

type Kind = 'narrower' | 'wider' | 'other';
type Change = Omit<SchemaDifference, 'path'>;

/** Compares the keywords that check a value without its parts. */
export function compareKeywords(before: JsonSchemaObject, after: JsonSchemaObject): readonly Change[] {
  return [
    ...compareTypes(before, after),
    ...compareValues(before, after),
    ...compareLimits(before, after),
    ...compareTests(before, after),
  ];
}

function compareTypes(before: JsonSchemaObject, after: JsonSchemaObject): readonly Change[] {
  const [old, now] = [typesOf(before), typesOf(after)];
  if (canonicalJson([...old].sort()) === canonicalJson([...now].sort())) return [];
  const takes = (types: readonly string[], type: string): boolean => types.length === 0 || takesType(types, type);
  const lost = old.length === 0 || old.some((type) => !takes(now, type));
  const gained = now.length === 0 || now.some((type) => !takes(old, type));
  return [{ kind: kindOf(lost, gained), message: `${typeText(old)} became ${typeText(now)}` }];
}

function typesOf({ type }: JsonSchemaObject): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}

function typeText(types: readonly string[]): string {
  return types.length === 0 ? 'any type' : types.join(' or ');
}

function kindOf(lost: boolean, gained: boolean): Kind {
  return lost && gained ? 'other' : lost ? 'narrower' : 'wider';
}

function compareValues(before: JsonSchemaObject, after: JsonSchemaObject): readonly Change[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [{ kind: 'narrower', message: `only ${listText(now ?? [])} is taken now` }];
  if (now === undefined) return [{ kind: 'wider', message: `not only ${listText(old)} is taken now` }];
  const [gone, added] = [without(old, now), without(now, old)];
  return [
    ...(gone.length === 0 ? [] : [{ kind: 'narrower' as const, message: `${listText(gone)} is gone from the values` }]),
    ...(added.length === 0 ? [] : [{ kind: 'wider' as const, message: `${listText(added)} is new among the values` }]),
  ];
}

function valuesOf({ const: only, enum: list }: JsonSchemaObject): readonly JsonValue[] | undefined {
  if (only === undefined) return list;
  return list === undefined || list.some((one) => sameJson(one, only)) ? [only] : [];
}

function listText(values: readonly JsonValue[]): string {
  return values.map((one) => JSON.stringify(one)).join(', ');
}

/** Compares the keywords with a number, in the order of the table. */
function compareLimits(before: JsonSchemaObject, after: JsonSchemaObject): readonly Change[] {
  return (Object.keys(analysisTable()) as KeywordName[]).flatMap((keyword): readonly Change[] => {
    const { comparison } = analysisTable()[keyword];
    if (typeof comparison === 'string' || 'test' in comparison) return [];
    const { larger, implied } = comparison;
    const [old, now] = [before, after].map((schema) => (schema[keyword] ?? implied?.(schema)) as number | undefined);
    if (old === now) return [];
    if (old === undefined) return [{ kind: 'narrower', message: `${keyword} ${now} is new` }];
    if (now === undefined) return [{ kind: 'wider', message: `${keyword} ${old} is gone` }];
    const kind = now > old === (larger === 'narrower') ? 'narrower' : 'wider';
    return [{ kind, message: `${keyword} ${old} became ${now}` }];
  });
}

/** Compares the keywords that are present or absent, in the order of the table. */
function compareTests(before: JsonSchemaObject, after: JsonSchemaObject): readonly Change[] {
  const both = keywordsIn({ ...before, ...after }, analysisTable());
  return both.flatMap(([keyword, { comparison }]): readonly Change[] => {
    if (typeof comparison === 'string' || !('test' in comparison)) return [];
    const { within, message } = comparison;
    const [old, now] = [before[keyword], after[keyword]].map((one) => (one === false ? undefined : one)) as (
      JsonValue | undefined
    )[];
    if (old === undefined && now === undefined) return [];
    if (old !== undefined && now !== undefined && sameJson(old, now)) return [];
    if (message !== undefined) return [{ kind: 'other', message }];
    if (old === undefined) return [{ kind: 'narrower', message: `${keyword} ${text(now)} is new` }];
    if (now === undefined) return [{ kind: 'wider', message: `${keyword} ${text(old)} is gone` }];
    const kind = within?.(old as never, now as never) === true ? 'wider' : 'other';
    return [{ kind, message: `${keyword} ${text(old)} became ${text(now)}` }];
  });
}

function text(value: JsonValue | undefined): string {
  return value === undefined ? '' : shortened(JSON.stringify(value), 80);
}
