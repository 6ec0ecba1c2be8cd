import { resolverOf } from '../check/resolver-of.js';
import type { JsonSchema } from '../json-schema.js';
import { keywordProblems } from './keyword-problems.js';

/** What a look at a schema found. */
export interface SchemaFindings {
  /** What makes the schema unusable: whole sentences. */
  readonly problems: readonly string[];
  /** Keywords that demand something and that only ajv knows, sorted. */
  readonly foreign: readonly string[];
}

/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const ONE = ['not', 'if', 'then', 'else', 'additionalProperties', 'propertyNames', 'items', 'contains'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** Keywords that demand something and that our checker does not know. Every other unknown keyword is an annotation. */
const FOREIGN = new Set([
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependentSchemas',
  'dependencies',
  'additionalItems',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$anchor',
]);

/** Looks through a schema that somebody gave, before anything is checked with it: against draft 2020-12, and for what nobody could use. */
export function schemaFindings(schema: JsonSchema): SchemaFindings {
  const search = new Search(resolverOf(schema));
  search.visit(schema, '#');
  return { problems: search.problems, foreign: [...search.foreign].sort() };
}

class Search {
  readonly problems: string[] = [];
  readonly foreign = new Set<string>();
  private readonly seen = new Set<unknown>();

  constructor(private readonly resolve: ReturnType<typeof resolverOf>) {}

  visit(schema: unknown, place: string): void {
    if (typeof schema === 'boolean') return;
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
      this.problems.push(`${place} is no schema.`);
      return;
    }
    if (this.seen.has(schema)) return;
    this.seen.add(schema);
    const keywords = schema as Readonly<Record<string, unknown>>;
    for (const keyword of Object.keys(keywords)) if (FOREIGN.has(keyword)) this.foreign.add(keyword);
    this.keywords(keywords, place);
    this.children(keywords, place);
  }

  private keywords(schema: Readonly<Record<string, unknown>>, place: string): void {
    for (const bound of ['exclusiveMinimum', 'exclusiveMaximum']) {
      if (typeof schema[bound] !== 'boolean') continue;
      this.problems.push(`${place} has a boolean ${bound}, which is draft 4.`);
      return;
    }
    this.problems.push(...keywordProblems(schema, place));
    const { $ref, pattern } = schema;
    if ($ref !== undefined && (typeof $ref !== 'string' || this.resolve($ref) === undefined)) {
      this.problems.push(`${place} refers to ${JSON.stringify($ref)}, which is not in the schema.`);
    }
    if (pattern !== undefined && !isPattern(pattern)) {
      this.problems.push(`${place} has the pattern ${JSON.stringify(pattern)}, which is no regular expression.`);
    }
  }

  private children(schema: Readonly<Record<string, unknown>>, place: string): void {
    for (const keyword of ONE) {
      const child = schema[keyword];
      // Before draft 2020-12, `items` could be a list.
      if (keyword === 'items' && Array.isArray(child)) this.foreign.add('items (a list)');
      else if (child !== undefined) this.visit(child, `${place}/${keyword}`);
    }
    for (const keyword of LISTS) {
      const list = schema[keyword];
      if (Array.isArray(list))
        list.forEach((child, index) => {
          this.visit(child, `${place}/${keyword}/${index}`);
        });
    }
    for (const keyword of MAPS) {
      const map = schema[keyword];
      if (typeof map !== 'object' || map === null || Array.isArray(map)) continue;
      for (const [name, child] of Object.entries(map)) this.visit(child, `${place}/${keyword}/${name}`);
    }
  }
}

function isPattern(pattern: unknown): boolean {
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
