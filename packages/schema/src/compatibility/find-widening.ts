import { validates } from '../check/checker.js';
import { sameJson } from '../values/same-json.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { KeywordName } from '../keywords/keyword.js';
import { ownEntry } from '../values/own-entry.js';
import { analysisTable } from '../keywords/table.js';
import { takesType } from '../keywords/type.js';
import { listedValues } from '../keywords/values.js';
import { saysNothing } from './compare-texts.js';
import { ReferencedSchemas } from './referenced-schemas.js';

/**
 * Returns the reason why `after` may accept a value that `before` rejects, or undefined if it
 * provably accepts no more. If the proof fails, it returns a reason, because a model may see only
 * harmless changes.
 */
export function findWidening(before: JsonSchema, after: JsonSchema): string | undefined {
  return new Narrowing(before, after).schemas(before, after, '');
}

class Narrowing {
  /**
   * The pairs whose comparison is in progress. A recursive type meets itself, and counts as
   * narrower unless another part differs.
   */
  private readonly open: (readonly [JsonSchema, JsonSchema])[] = [];
  private readonly before: ReferencedSchemas;
  private readonly after: ReferencedSchemas;
  /** Whether equal references mean the same in both documents. */
  private readonly hasSameDefinitions: boolean;

  constructor(
    private readonly beforeRoot: JsonSchema,
    after: JsonSchema,
  ) {
    this.before = new ReferencedSchemas(beforeRoot);
    this.after = new ReferencedSchemas(after);
    this.hasSameDefinitions = sameJson(definitionsOf(beforeRoot), definitionsOf(after));
  }

  schemas(before: JsonSchema, after: JsonSchema, path: string): string | undefined {
    if (before === after && this.meansTheSame(before)) return undefined;
    const [old, next] = [this.before.whole(before), this.after.whole(after)];
    if (old === true || next === false) return undefined;
    if (old === false) return `${place(path)} was closed`;
    if (next === true) return `${place(path)} takes anything`;
    if (this.open.some(([one, other]) => one === old && other === next)) return undefined;
    this.open.push([old, next]);
    const reason = this.objects(old, next, path);
    this.open.pop();
    return reason;
  }

  private objects(before: JsonSchemaObject, after: JsonSchemaObject, path: string): string | undefined {
    const outside = listedValues(after)?.find((value) => !validates(before, value, this.beforeRoot));
    if (outside !== undefined) return `${place(path)} takes ${JSON.stringify(outside)}`;
    if (listedValues(after) !== undefined) return undefined;
    for (const keyword of Object.keys(before)) {
      const reason = this.keyword(keyword as KeywordName, before, after, path);
      if (reason !== undefined) return reason;
    }
    return this.properties(before, after, path);
  }

  /** Returns whether the same JSON means the same in both documents. */
  private meansTheSame(json: unknown): boolean {
    return this.hasSameDefinitions || !JSON.stringify(json).includes('"$ref"');
  }

  /** Compares a keyword, which may be unknown. */
  private keyword(
    keyword: KeywordName,
    before: JsonSchemaObject,
    after: JsonSchemaObject,
    path: string,
  ): string | undefined {
    const [old, next] = [before[keyword], after[keyword]];
    if (saysNothing(keyword) || BY_NAME.includes(keyword)) return undefined;
    if (old === undefined || (sameJson(old, next ?? null) && this.meansTheSame(old))) return undefined;
    const loose = `${place(path)} loosens '${keyword}'`;
    if (keyword === 'anyOf' || keyword === 'oneOf') return this.branches(old as JsonSchema[], after, path);
    if (next === undefined) return loose;
    if (keyword === 'type')
      return [next].flat().every((type) => takesType([old].flat() as string[], type as string)) ? undefined : loose;
    if (keyword === 'items') return this.schemas(old as JsonSchema, next as JsonSchema, `${path}[]`);
    return isWithin(keyword, next as never, old as never) ? undefined : loose;
  }

  /**
   * Checks that each branch of the new union, or the new schema itself, is within one of the old
   * branches.
   */
  private branches(old: readonly JsonSchema[], after: JsonSchemaObject, path: string): string | undefined {
    const next = after.anyOf ?? after.oneOf ?? [after];
    const fits = next.every((branch) => old.some((one) => this.schemas(one, branch, path) === undefined));
    return fits ? undefined : `${place(path)} has another union`;
  }

  private properties(before: JsonSchemaObject, after: JsonSchemaObject, path: string): string | undefined {
    const optional = (before.required ?? []).find((name) => after.required?.includes(name) !== true);
    if (optional !== undefined) return `the property '${join(path, optional)}' is no longer required`;
    for (const name of new Set([...Object.keys(before.properties ?? {}), ...Object.keys(after.properties ?? {})])) {
      const [old, next] = [propertySchema(before, name), propertySchema(after, name)];
      const isNew = old === false && next !== false;
      const reason = isNew ? `the property '${join(path, name)}' is new` : this.schemas(old, next, join(path, name));
      if (reason !== undefined) return reason;
    }
    const [old, next] = [before.additionalProperties ?? true, after.additionalProperties ?? true];
    if (old === false && next !== false) return `${place(path)} takes properties of any name`;
    return this.schemas(old, next, join(path, '*'));
  }
}

/** Returns the schemas that references lead to. */
function definitionsOf(root: JsonSchema): object {
  const { $defs = {}, definitions = {} } = Object(root) as Readonly<Record<string, object>>;
  return { $defs, definitions };
}

/** Compared by name. */
const BY_NAME: readonly string[] = ['properties', 'required', 'additionalProperties'];

/**
 * Returns whether the new argument of a keyword provably accepts only values that the old one
 * accepts.
 */
function isWithin(keyword: KeywordName, inner: never, outer: never): boolean {
  const comparison = Object.hasOwn(analysisTable(), keyword) ? analysisTable()[keyword].comparison : undefined;
  if (typeof comparison !== 'object') return false;
  if ('test' in comparison) return comparison.within?.(inner, outer) === true;
  return comparison.larger === 'narrower' ? inner >= outer : inner <= outer;
}

function propertySchema({ properties, additionalProperties = true }: JsonSchemaObject, name: string): JsonSchema {
  return ownEntry(properties, name) ?? additionalProperties;
}

function place(path: string): string {
  return path === '' ? 'the arguments object' : `'${path}'`;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
