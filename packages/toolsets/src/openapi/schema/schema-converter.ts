import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import type { OpenApiDocument, Part } from '../document/read-document.js';
import { resolved } from '../document/resolve.js';
import { Unusable } from '../document/unusable.js';
import { isNullable, plainKeywords, withNull } from './keywords.js';
import { mergedAllOf } from './merged-all-of.js';

/** The use of a schema. */
export interface SchemaUse {
  /** Requests leave out `readOnly` properties, results `writeOnly` ones. */
  readonly direction: 'request' | 'result';
  /** Whether objects may have other properties in requests. */
  readonly open: boolean;
}

/** The most parts of the schemas of one operation. */
const MOST_PARTS = 20_000;
/** The deepest nesting of one schema without references. */
const DEEPEST = 60;

const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SINGLE = ['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames'];
const MAPS = ['properties', 'patternProperties'];
/** Keywords whose schemas apply to the same value. */
const SAME_VALUE: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);

/**
 * Converts the schemas of one operation to draft 2020-12. The components that they use become
 * `definitions`, so that recursion stays.
 */
export class SchemaConverter {
  /** The converted components, for `$defs`. */
  readonly definitions: Record<string, JsonSchema> = {};
  /** The names of the definitions, by reference and by whether they are parts of a composition. */
  private readonly names = new Map<string, string>();
  private parts = 0;

  constructor(
    private readonly document: OpenApiDocument,
    private readonly use: SchemaUse,
  ) {}

  /**
   * Converts a schema.
   *
   * @throws {Unusable} if it cannot be used
   */
  convert(schema: unknown): JsonSchema {
    return this.visit(schema, false, 0);
  }

  /** Returns a schema with the definitions that it uses. */
  whole(schema: JsonSchemaObject): JsonSchemaObject {
    return Object.keys(this.definitions).length === 0 ? schema : { ...schema, $defs: this.definitions };
  }

  /**
   * @param isBranch - whether other schemas apply to the same value, so that its properties are not
   *   all properties
   */
  private visit(schema: unknown, isBranch: boolean, depth: number): JsonSchema {
    this.parts += 1;
    if (this.parts > MOST_PARTS) throw new Unusable(`its schemas have more than ${String(MOST_PARTS)} parts`);
    if (depth > DEEPEST) throw new Unusable(`a schema is deeper than ${String(DEEPEST)} levels`);
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) throw new Unusable('a schema is not an object');
    const { isVersion30 } = this.document;
    const own = typeof schema['$ref'] === 'string' && isVersion30 ? referenceOf30(schema) : schema;
    const merged = mergedAllOf(own, this.document.root) ?? own;
    const converted = this.convertWords(merged, isBranch, depth);
    return isNullable(merged, isVersion30) ? withNull(converted) : converted;
  }

  private convertWords(schema: Part, isBranch: boolean, depth: number): Part {
    const words: Record<string, unknown> = { ...plainKeywords(schema, this.document.isVersion30) };
    const isComposed = [...SAME_VALUE, '$ref'].some((keyword) => schema[keyword] !== undefined);
    const isAlone = !isBranch && !isComposed;
    // Branches of a choice are alone if nothing next to them describes the value.
    const isChoice = !isBranch && schema['properties'] === undefined && schema['allOf'] === undefined;
    for (const keyword of LISTS) {
      const given = schema[keyword];
      if (!Array.isArray(given)) continue;
      const isOpen = SAME_VALUE.has(keyword) && !(isChoice && keyword !== 'allOf');
      words[keyword] = given.map((one) => this.visit(one, isOpen, depth + 1));
    }
    for (const keyword of SINGLE) {
      if (schema[keyword] !== undefined)
        words[keyword] = this.visit(schema[keyword], SAME_VALUE.has(keyword), depth + 1);
    }
    for (const keyword of MAPS) {
      const given = schema[keyword];
      if (isObject(given)) words[keyword] = this.visitMap(given, keyword, depth);
    }
    if (typeof schema['$ref'] === 'string')
      words['$ref'] = this.reference(schema['$ref'], isBranch || isComposedBeside(schema));
    this.completeObject(words, schema, isAlone);
    return words;
  }

  private visitMap(given: Part, keyword: string, depth: number): Part {
    const entries = Object.entries(given).filter(([, one]) => keyword !== 'properties' || !this.isLeftOut(one));
    return Object.fromEntries(
      entries.map(([name, one]) => {
        if (name === '__proto__') throw new Unusable('a property in it is __proto__');
        return [name, this.visit(one, false, depth + 1)];
      }),
    );
  }

  /** Requests have no `readOnly` values, and results no `writeOnly` ones. */
  private isLeftOut(schema: unknown): boolean {
    const keyword = this.use.direction === 'request' ? 'readOnly' : 'writeOnly';
    if (!isObject(schema)) return false;
    if (schema[keyword] === true) return true;
    const target = typeof schema['$ref'] === 'string' ? resolved(this.document.root, schema) : undefined;
    return isObject(target) && target[keyword] === true;
  }

  private completeObject(words: Record<string, unknown>, schema: Part, isAlone: boolean): void {
    const { properties, required } = words;
    if (Array.isArray(required)) {
      const gone = isObject(schema['properties']) && isObject(properties) ? schema['properties'] : {};
      words['required'] = required.filter(
        (name) =>
          typeof name === 'string' && !(Object.hasOwn(gone, name) && !Object.hasOwn(properties as object, name)),
      );
    }
    if (!isObject(properties)) return;
    if (isAlone && words['type'] === undefined) words['type'] = 'object';
    const isClosed = isAlone && this.use.direction === 'request' && !this.use.open;
    if (isClosed && words['additionalProperties'] === undefined && words['patternProperties'] === undefined)
      words['additionalProperties'] = false;
  }

  /** Returns the reference to the definition of a component. Converts it at its first use. */
  private reference(reference: string, isBranch: boolean): string {
    const key = `${isBranch ? 'branch' : 'whole'} ${reference}`;
    const known = this.names.get(key);
    if (known !== undefined) return `#/$defs/${known}`;
    // A chain of references without an end would be found here.
    const target = resolved(this.document.root, { $ref: reference });
    const name = this.newName(reference);
    this.names.set(key, name);
    this.definitions[name] = true;
    this.definitions[name] = this.visit(target, isBranch, 0);
    return `#/$defs/${name}`;
  }

  private newName(reference: string): string {
    const last = reference.slice(reference.lastIndexOf('/') + 1).replace(/[^a-zA-Z0-9_.-]/g, '_');
    const name = last === '' || last === '__proto__' ? 'Schema' : last.slice(0, 60);
    let free = name;
    for (let index = 2; Object.hasOwn(this.definitions, free); index++) free = `${name}_${String(index)}`;
    return free;
  }
}

/** OpenAPI 3.0 ignores the keywords next to a `$ref`. Only texts do no harm. */
function referenceOf30({ $ref, description, nullable }: Part): Part {
  return { $ref, description, nullable };
}

/** Returns whether keywords next to a `$ref` describe the same value (OpenAPI 3.1). */
function isComposedBeside(schema: Part): boolean {
  return Object.keys(schema).some((keyword) => keyword === 'properties' || SAME_VALUE.has(keyword));
}
