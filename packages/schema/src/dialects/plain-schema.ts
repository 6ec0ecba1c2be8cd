import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../json-schema.js';
import type { Rewrite } from './dialect-form.js';
import { normalized } from './rewrite/normalized.js';

type Report = (rewrite: Rewrite) => void;

/** What a target that is sent schemas as they are does not take. */
export interface PlainRules {
  readonly title: string;
  /** Nothing may stand beside `$ref`. */
  readonly referencesAlone: boolean;
}

/**
 * A schema in draft 2020-12, as providers check it: tuples of earlier drafts in its words, and no other draft's name. Everything else stays
 * as it is; a schema without any of it is given back itself.
 */
export function plainSchema(root: JsonSchemaObject, rules: PlainRules, report: Report): JsonSchemaObject {
  return new PlainWriter(rules, report).write(root, []) as JsonSchemaObject;
}

class PlainWriter {
  private depth = 0;

  constructor(
    private readonly rules: PlainRules,
    private readonly report: Report,
  ) {}

  write(schema: JsonSchema, path: Path): JsonSchema {
    if (typeof schema === 'boolean' || this.depth > DEEPEST) return schema;
    this.depth++;
    const current = this.inCurrentDraft(schema, path);
    const entries = Object.entries(current);
    const inside = entries.map(([keyword, value]) => [keyword, this.inside(keyword, value as unknown, path)] as const);
    const isSame = inside.every(([, value], index) => value === (entries[index]?.[1] as unknown));
    this.depth--;
    return this.withReferenceAlone(isSame ? current : Object.fromEntries(inside), path);
  }

  private inCurrentDraft(schema: JsonSchemaObject, path: Path): JsonSchemaObject {
    const current = Array.isArray(schema.items) ? normalized(schema) : schema;
    if (current !== schema) {
      const reason = `${this.rules.title} reads draft 2020-12`;
      this.report({ path, keyword: 'items', from: schema.items as JsonValue, to: 'prefixItems', reason });
    }
    const { $schema: draft, ...rest } = current as JsonSchemaObject & { readonly $schema?: string };
    if (draft === undefined || draft.includes('2020-12')) return current;
    this.report({ path, keyword: '$schema', from: draft, reason: `${this.rules.title} reads draft 2020-12` });
    return rest;
  }

  private withReferenceAlone(schema: JsonSchemaObject, path: Path): JsonSchemaObject {
    const { $ref, ...beside } = schema;
    const isAlone = Object.keys(beside).every((keyword) => keyword.startsWith('$'));
    if (!this.rules.referencesAlone || $ref === undefined || isAlone || schema.anyOf !== undefined) return schema;
    this.report({
      path,
      keyword: '$ref',
      from: $ref,
      to: 'anyOf',
      reason: `${this.rules.title} takes nothing beside $ref`,
    });
    return { anyOf: [{ $ref }], ...beside };
  }

  private inside(keyword: string, value: unknown, path: Path): unknown {
    if (BY_NAME.has(keyword)) return this.byName(value, keyword === 'properties' ? path : undefined);
    if (LISTS.has(keyword) && Array.isArray(value)) {
      const at = (index: number): Path => (keyword === 'prefixItems' ? [...path, index] : path);
      return changed(
        value,
        (value as readonly unknown[]).map((one, index) => this.maybe(one, at(index))),
      );
    }
    return ONE.has(keyword) ? this.maybe(value, HERE.has(keyword) ? path : [...path, '*']) : value;
  }

  private byName(value: unknown, path: Path | undefined): unknown {
    if (!isSchema(value) || typeof value === 'boolean') return value;
    const entries = Object.entries(value);
    const written = entries.map(
      ([name, one]) => [name, this.maybe(one, path === undefined ? [] : [...path, name])] as const,
    );
    return written.every(([name, one]) => one === (value as Readonly<Record<string, unknown>>)[name])
      ? value
      : Object.fromEntries(written);
  }

  private maybe(value: unknown, path: Path): unknown {
    return isSchema(value) ? this.write(value, path) : value;
  }
}

/** Schemas inside schemas. */
const DEEPEST = 200;

const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const BY_NAME: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Of the same value. */
const HERE: ReadonlySet<string> = new Set(['not', 'if', 'then', 'else']);
const ONE: ReadonlySet<string> = new Set([
  ...HERE,
  ...['items', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames'],
]);

function changed(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((one, index) => one === before[index]) ? before : after;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
