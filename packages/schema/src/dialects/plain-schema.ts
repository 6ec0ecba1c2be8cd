import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../json-schema.js';
import type { Rewrite } from './dialect-form.js';
import { mapSubschemas, type Subschema } from '../references/visit.js';
import { normalized } from './rewrite/normalized.js';
import { whyLeftOut } from './rewrite/left-out.js';
import { plainLiterals } from './rewrite/plain-literals.js';

type Report = (rewrite: Rewrite) => void;

/** The rules of a target that gets schemas mostly unchanged. */
export interface PlainRules {
  readonly title: string;
  /** Whether `$ref` must not have other keywords next to it, and listed values need a type. */
  readonly isGemini: boolean;
}

/**
 * Rewrites a schema in draft 2020-12, which providers check: replaces tuples of earlier drafts, and
 * removes the names of other drafts and keywords that definitions leave out. Returns the
 * same object if nothing changes.
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
    const current = this.withoutUnneeded(this.inCurrentDraft(schema, path), path);
    const inside = mapSubschemas(current, (one) =>
      LEFT_ALONE.has(one.keyword) ? one.schema : this.write(one.schema, pathOf(one, path)),
    );
    this.depth--;
    if (!this.rules.isGemini) return inside;
    const { title } = this.rules;
    return this.withReferenceAlone(plainLiterals(inside, path, { title, report: this.report }), path);
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

  private withoutUnneeded(schema: JsonSchemaObject, path: Path): JsonSchemaObject {
    const kept = Object.entries(schema).filter(([keyword, argument]) => {
      const reason = whyLeftOut(keyword, argument, schema);
      if (reason !== undefined) this.report({ path, keyword, from: argument as JsonValue, reason });
      return reason === undefined;
    });
    return kept.length === Object.keys(schema).length ? schema : Object.fromEntries(kept);
  }

  private withReferenceAlone(schema: JsonSchemaObject, path: Path): JsonSchemaObject {
    const { $ref, ...beside } = schema;
    const isAlone = Object.keys(beside).every((keyword) => keyword.startsWith('$'));
    if ($ref === undefined || isAlone || schema.anyOf !== undefined) return schema;
    this.report({
      path,
      keyword: '$ref',
      from: $ref,
      to: 'anyOf',
      reason: `${this.rules.title} takes nothing beside $ref`,
    });
    return { anyOf: [{ $ref }], ...beside };
  }
}

/** The deepest nested schema. */
const DEEPEST = 200;

/** Keywords of draft 07 whose schemas stay unchanged. */
const LEFT_ALONE: ReadonlySet<string> = new Set(['additionalItems', 'dependencies']);

/** Returns the place of a schema in the arguments, or the root for a schema without a place. */
function pathOf({ relation, keyword, key = '*' }: Subschema, path: Path): Path {
  if (relation === 'definition' || keyword === 'patternProperties' || keyword === 'dependentSchemas') return [];
  return relation === 'same' || relation === 'asks' ? path : [...path, key];
}
