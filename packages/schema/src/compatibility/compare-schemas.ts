import { canonicalJson } from '../values/canonical-json.js';
import { sameJson } from '../values/same-json.js';
import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { AliasedProperties } from './compare-aliases.js';
import { branchesOf, disjoint, formOf, kindsOf } from './branches.js';
import { compareKeywords } from './compare-keywords.js';
import { compareTexts, isAny } from './compare-texts.js';
import { ownEntry } from '../values/own-entry.js';
import { ReferencedSchemas } from './referenced-schemas.js';
import type { SchemaDifference } from './schema-difference.js';
import { shortened } from '../strings/shortened.js';

/**
 * Returns the differences of two schemas, by place. Reports undecidable changes as `other`, so it
 * misses no narrowing. It may also report a wider schema as `other` if the proof is too deep.
 *
 * @param aliases - the aliases in `after`. Default: none
 */
export function compareSchemas(
  before: JsonSchema,
  after: JsonSchema,
  aliases: AliasedProperties = NO_ALIASES,
): readonly SchemaDifference[] {
  return new Comparison(new ReferencedSchemas(before), new ReferencedSchemas(after), aliases).compare(
    before,
    after,
    [],
  );
}

const NO_ALIASES: AliasedProperties = new Map();

class Comparison {
  /** The pairs whose comparison is in progress. A recursion finds nothing new in them. */
  private readonly open = new Set<string>();

  constructor(
    private readonly before: ReferencedSchemas,
    private readonly after: ReferencedSchemas,
    private readonly aliases: AliasedProperties,
  ) {}

  compare(before: JsonSchema, after: JsonSchema, path: Path): readonly SchemaDifference[] {
    const [old, now] = [this.before.whole(before), this.after.whole(after)];
    const pair = `${canonicalJson(old)} ${canonicalJson(now)}`;
    if (this.open.has(pair)) return [];
    this.open.add(pair);
    const found = this.compareResolved(old, now, path);
    this.open.delete(pair);
    return found;
  }

  private compareResolved(before: JsonSchema, after: JsonSchema, path: Path): readonly SchemaDifference[] {
    if (typeof before === 'boolean' || typeof after === 'boolean') return compareBooleans(before, after, path);
    const texts = compareTexts(before, after, path);
    const [old, now] = [branchesOf(before), branchesOf(after)];
    if (old !== undefined || now !== undefined) {
      const found = this.compareBranches(old ?? [before], now ?? [after], path);
      return [...found, ...this.compareExclusion(before, after, found, path), ...texts];
    }
    const unions = UNIONS.flatMap((keyword) => compareText(keyword, before[keyword], after[keyword], path));
    return [...this.compareOne(before, after, path), ...unions, ...texts];
  }

  /**
   * Reports changes of `oneOf` whose branches may overlap. A value must match exactly one branch,
   * so a new branch can reject values of another.
   */
  private compareExclusion(
    before: JsonSchemaObject,
    after: JsonSchemaObject,
    found: readonly SchemaDifference[],
    path: Path,
  ): readonly SchemaDifference[] {
    if (before.oneOf === undefined && after.oneOf === undefined) return [];
    const same = (before.oneOf === undefined) === (after.oneOf === undefined);
    if (same && found.every((one) => one.kind === 'text')) return [];
    const exclusive =
      this.areDisjoint(before.oneOf ?? [], this.before) && this.areDisjoint(after.oneOf ?? [], this.after);
    return exclusive ? [] : [{ kind: 'other', path, message: 'which values fit exactly one form may have changed' }];
  }

  private areDisjoint(branches: readonly JsonSchema[], document: ReferencedSchemas): boolean {
    const all = branches.map((one) => document.whole(one));
    return all.every((one, index) => all.slice(index + 1).every((other) => disjoint(one, other)));
  }

  private compareOne(before: JsonSchemaObject, after: JsonSchemaObject, path: Path): readonly SchemaDifference[] {
    const keywords = compareKeywords(before, after).map((one) => ({ ...one, path }));
    const [old, now] = [kindsOf(before), kindsOf(after)];
    // For an unrelated type, the differences of other keywords are redundant.
    if (old !== undefined && now?.every((type) => !old.includes(type)) === true) return keywords.slice(0, 1);
    return [
      ...keywords,
      ...this.compareProperties(before, after, path),
      ...this.compareRequired(before, after, path),
      ...this.compareItems(before, after, path),
    ];
  }

  /**
   * Compares required names that neither side declares. {@link compareProperties} compares the
   * others.
   */
  private compareRequired(before: JsonSchemaObject, after: JsonSchemaObject, path: Path): readonly SchemaDifference[] {
    const undeclared = (name: string): boolean =>
      ownEntry(before.properties, name) === undefined && ownEntry(after.properties, name) === undefined;
    const [old, now] = [before.required ?? [], after.required ?? []].map((names) => names.filter(undeclared));
    return [
      ...(now ?? [])
        .filter((name) => old?.includes(name) !== true)
        .map((name) => ({ kind: 'narrower', path: [...path, name], message: 'it is required now' }) as const),
      ...(old ?? [])
        .filter((name) => now?.includes(name) !== true)
        .map((name) => ({ kind: 'wider', path: [...path, name], message: 'it is optional now' }) as const),
    ];
  }

  /** Compares each branch with the nearest one of the other side. */
  private compareBranches(
    before: readonly JsonSchema[],
    after: readonly JsonSchema[],
    path: Path,
  ): readonly SchemaDifference[] {
    const free = new Set(after.keys());
    const found: SchemaDifference[] = [];
    const withoutPair = (branches: readonly JsonSchema[], most: number): readonly JsonSchema[] =>
      branches.filter((one) => {
        for (const index of free) {
          const differences = this.compare(one, after[index] ?? false, path);
          if (differences.length > most || differences.some(({ kind }) => kind !== 'text')) continue;
          free.delete(index);
          found.push(...differences);
          return false;
        }
        return true;
      });
    // Equal branches first, then those with other texts, so that they do not count as changed.
    const rest = withoutPair(withoutPair(before, 0), Infinity);
    for (const one of rest) {
      const nearest = this.nearest(one, after, free, path);
      if (nearest === undefined)
        found.push({ kind: 'narrower', path, message: `the form ${formText(one, this.before)} is gone` });
      else {
        free.delete(nearest);
        found.push(...this.compare(one, after[nearest] ?? false, path));
      }
    }
    for (const index of free) {
      found.push({
        kind: 'wider',
        path,
        message: `the form ${formText(after[index] ?? false, this.after)} is new`,
      });
    }
    return found;
  }

  private nearest(
    one: JsonSchema,
    others: readonly JsonSchema[],
    free: ReadonlySet<number>,
    path: Path,
  ): number | undefined {
    const like = formOf(this.before.whole(one));
    const candidates = [...free].filter((index) => formOf(this.after.whole(others[index] ?? false)) === like);
    const costs = candidates.map((index) => ({ index, cost: this.compare(one, others[index] ?? false, path).length }));
    return costs.sort((a, b) => a.cost - b.cost || a.index - b.index)[0]?.index;
  }

  private compareProperties(
    before: JsonSchemaObject,
    after: JsonSchemaObject,
    path: Path,
  ): readonly SchemaDifference[] {
    const [old, now] = [before.properties ?? {}, after.properties ?? {}];
    const aliases = this.aliases.get(now);
    const needs = (schema: JsonSchemaObject, name: string): boolean => schema.required?.includes(name) === true;
    const found: SchemaDifference[] = [];
    const renamed = new Set<string>();
    for (const [name, schema] of Object.entries(old)) {
      const place = [...path, name];
      const newName = ownEntry(now, name) === undefined ? ownEntry(aliases, name) : undefined;
      // A call may have both old properties, so that one cannot be an alias of the other.
      const isRenamed = newName !== undefined && ownEntry(old, newName) === undefined;
      if (isRenamed) {
        renamed.add(newName);
        found.push({ kind: 'wider', path: place, message: `it is called ${newName} now; the old name is an alias` });
      }
      const nameNow = isRenamed ? newName : name;
      const other = ownEntry(now, nameNow);
      if (other === undefined) found.push(...this.propertyGone(after, schema, place));
      else found.push(...this.compare(schema, other, place));
      if (
        needs(before, name) === needs(after, nameNow) ||
        (other === undefined && after.additionalProperties === false)
      )
        continue;
      if (needs(after, nameNow)) found.push({ kind: 'narrower', path: place, message: 'it is required now' });
      else found.push({ kind: 'wider', path: place, message: 'it is optional now' });
    }
    for (const name of Object.keys(now)) {
      if (ownEntry(old, name) === undefined && !renamed.has(name))
        found.push(...this.propertyNew(before, after, name, path));
    }
    return [...found, ...this.compareRest(before, after, path)];
  }

  private propertyNew(
    before: JsonSchemaObject,
    after: JsonSchemaObject,
    name: string,
    path: Path,
  ): readonly SchemaDifference[] {
    const place = [...path, name];
    const schema = ownEntry(after.properties, name) ?? true;
    const required = after.required?.includes(name) === true;
    if (required && before.required?.includes(name) !== true) {
      return [{ kind: 'narrower', path: place, message: 'it is new and required' }];
    }
    if (before.patternProperties !== undefined)
      return [{ kind: 'other', path: place, message: 'it has a type of its own now' }];
    const free = before.additionalProperties ?? true;
    if (free === false) return [{ kind: 'new property', path: place, message: 'it is new and optional' }];
    if (free === true && !isAny(schema))
      return [{ kind: 'narrower', path: place, message: 'it has a type now; before, any value was taken' }];
    return this.compare(free, schema, place);
  }

  private propertyGone(after: JsonSchemaObject, schema: JsonSchema, place: Path): readonly SchemaDifference[] {
    if (after.additionalProperties === false) return [{ kind: 'property gone', path: place, message: 'it is gone' }];
    return this.compare(schema, after.additionalProperties ?? true, place);
  }

  /** Compares the schemas of undeclared properties. */
  private compareRest(before: JsonSchemaObject, after: JsonSchemaObject, path: Path): readonly SchemaDifference[] {
    const [old, now] = [before.additionalProperties ?? true, after.additionalProperties ?? true];
    if (old === now) return [];
    if (now === false) return [{ kind: 'narrower', path, message: 'other properties are refused now' }];
    if (old === false) return [{ kind: 'wider', path, message: 'other properties are taken now' }];
    return this.compare(old, now, [...path, '*']);
  }

  private compareItems(before: JsonSchemaObject, after: JsonSchemaObject, path: Path): readonly SchemaDifference[] {
    const [old, now] = [before.prefixItems ?? [], after.prefixItems ?? []];
    const found: SchemaDifference[] = [];
    for (let index = 0; index < Math.max(old.length, now.length); index++) {
      found.push(
        ...this.compare(old[index] ?? before.items ?? true, now[index] ?? after.items ?? true, [...path, index]),
      );
    }
    if (before.items === undefined && after.items === undefined) return found;
    return [...found, ...this.compare(before.items ?? true, after.items ?? true, [...path, '*'])];
  }
}

function compareBooleans(before: JsonSchema, after: JsonSchema, path: Path): readonly SchemaDifference[] {
  const [old, now] = [isAny(before), isAny(after)];
  if (before === after || (old && now)) return [];
  if (before === false) return [{ kind: 'wider', path, message: 'a value is taken now' }];
  if (after === false) return [{ kind: 'narrower', path, message: 'no value is taken now' }];
  if (now) return [{ kind: 'wider', path, message: 'any value is taken now' }];
  return [{ kind: 'narrower', path, message: 'not every value is taken now' }];
}

const UNIONS = ['anyOf', 'oneOf'] as const;

/** Compares a union next to other keywords, only for equality. */
function compareText(
  keyword: string,
  old: readonly JsonSchema[] | undefined,
  now: readonly JsonSchema[] | undefined,
  path: Path,
): readonly SchemaDifference[] {
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [{ kind: 'narrower', path, message: `${keyword} is new` }];
  if (now === undefined) return [{ kind: 'wider', path, message: `${keyword} is gone` }];
  return sameJson(old, now) ? [] : [{ kind: 'other', path, message: `${keyword} changed` }];
}

function formText(schema: JsonSchema, document: ReferencedSchemas): string {
  return shortened(JSON.stringify(document.whole(schema)), 80);
}
