import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../json-schema.js';
import type { Rewrite } from './dialect-form.js';
import { mapSubschemas, type Subschema } from '../references/visit.js';
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
    const inside = mapSubschemas(current, (one) =>
      LEFT_ALONE.has(one.keyword) ? one.schema : this.write(one.schema, pathOf(one, path)),
    );
    this.depth--;
    return this.withReferenceAlone(inside, path);
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
}

/** Schemas inside schemas. */
const DEEPEST = 200;

/** Words of draft 07, which keep their schemas. */
const LEFT_ALONE: ReadonlySet<string> = new Set(['additionalItems', 'dependencies']);

/** Returns the place of a schema in the arguments: the root for what stands nowhere in them. */
function pathOf({ relation, keyword, key = '*' }: Subschema, path: Path): Path {
  if (relation === 'definition' || keyword === 'patternProperties' || keyword === 'dependentSchemas') return [];
  return relation === 'same' || relation === 'asks' ? path : [...path, key];
}
