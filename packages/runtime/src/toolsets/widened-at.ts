import { sameJson, validates, type JsonSchema, type JsonSchemaObject, type JsonValue } from '@haft/schema';

/**
 * Why `after` may take a value that `before` refuses; `undefined` when it provably takes no more. In doubt it is a
 * reason: a change that nobody can prove harmless is none that a model may be shown.
 */
export function widenedAt(before: JsonSchema, after: JsonSchema): string | undefined {
  return new Comparison(before, after).schemas(before, after, '');
}

/** Keywords that say nothing of which values fit. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
  '$defs',
]);
/** A larger number takes less. */
const LOWER_BOUNDS = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains']);
/** A smaller number takes less. */
const UPPER_BOUNDS = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains']);
/** Compared by rules of their own. */
const OBJECT_KEYWORDS = new Set(['properties', 'required', 'additionalProperties']);

type Keywords = Readonly<Record<string, JsonValue | undefined>>;

class Comparison {
  /** Pairs that are being compared: a recursive type meets itself, and fits if nothing else speaks against it. */
  private readonly open: (readonly [JsonSchema, JsonSchema])[] = [];

  constructor(
    private readonly beforeRoot: JsonSchema,
    private readonly afterRoot: JsonSchema,
  ) {}

  schemas(before: JsonSchema, after: JsonSchema, path: string): string | undefined {
    if (before === true || after === false || before === after) return undefined;
    if (before === false) return `${place(path)} was closed`;
    if (after === true) return `${place(path)} takes anything`;
    const [old, next] = [resolve(before, this.beforeRoot), resolve(after, this.afterRoot)];
    if (this.open.some(([one, other]) => one === old && other === next)) return undefined;
    this.open.push([old, next]);
    const reason = this.objects(old, next, path);
    this.open.pop();
    return reason;
  }

  private objects(before: JsonSchemaObject, after: JsonSchemaObject, path: string): string | undefined {
    const values = after.const === undefined ? after.enum : [after.const];
    if (values !== undefined) {
      const outside = values.find((value) => !validates(before, value, this.beforeRoot));
      return outside === undefined ? undefined : `${place(path)} takes ${JSON.stringify(outside)}`;
    }
    for (const keyword of Object.keys(before)) {
      const reason =
        ANNOTATIONS.has(keyword) || OBJECT_KEYWORDS.has(keyword)
          ? undefined
          : this.keyword(keyword, before, after, path);
      if (reason !== undefined) return reason;
    }
    return this.properties(before, after, path);
  }

  private keyword(
    keyword: string,
    before: JsonSchemaObject,
    after: JsonSchemaObject,
    path: string,
  ): string | undefined {
    const [old, next] = [(before as Keywords)[keyword], (after as Keywords)[keyword]];
    if (old === undefined || sameJson(old, next ?? null)) return undefined;
    const loose = `${place(path)} loosens '${keyword}'`;
    if (keyword === 'anyOf' || keyword === 'oneOf') return this.branches(old as JsonSchema[], after, path);
    if (next === undefined) return loose;
    if (keyword === 'type') return typesOf(next).every((type) => takesType(typesOf(old), type)) ? undefined : loose;
    if (LOWER_BOUNDS.has(keyword)) return (next as number) >= (old as number) ? undefined : loose;
    if (UPPER_BOUNDS.has(keyword)) return (next as number) <= (old as number) ? undefined : loose;
    if (keyword === 'multipleOf') return (next as number) % (old as number) === 0 ? undefined : loose;
    if (keyword === 'uniqueItems') return old === false ? undefined : loose;
    if (keyword === 'items') return this.schemas(old as JsonSchema, next as JsonSchema, `${path}[]`);
    return loose;
  }

  /** Each branch of the new union, or the new schema itself, must fit into one of the old branches. */
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

function propertySchema({ properties, additionalProperties = true }: JsonSchemaObject, name: string): JsonSchema {
  const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return own ?? additionalProperties;
}

function resolve(schema: JsonSchemaObject, root: JsonSchema): JsonSchemaObject {
  const name = /^#\/\$defs\/([^/]+)$/.exec(schema.$ref ?? '')?.[1];
  const target = name === undefined || typeof root === 'boolean' ? undefined : root.$defs?.[name];
  return typeof target === 'object' ? target : schema;
}

function typesOf(type: JsonValue): readonly string[] {
  return (Array.isArray(type) ? type : [type]) as readonly string[];
}

function takesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function place(path: string): string {
  return path === '' ? 'the arguments object' : `'${path}'`;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
