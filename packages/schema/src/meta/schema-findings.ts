import { resolverOf, type Resolve } from '../references/resolve.js';
import { targetOf } from '../references/target-of.js';
import type { JsonSchema } from '../json-schema.js';
import { parsePattern } from '../patterns/parse-pattern.js';
import { partsOf } from '../references/visit.js';
import { keywordProblems } from './keyword-problems.js';
import { isRegex } from '../formats/regex.js';

/**
 * The largest total size of the patterns in a schema, in characters with repetitions written out.
 */
const LARGEST_PATTERNS = 20_000;

/** The findings of a schema. */
export interface SchemaFindings {
  /** The reasons why Haft cannot use the schema, as whole sentences. */
  readonly problems: readonly string[];
  /** Keywords that check values and that only ajv knows, sorted. */
  readonly foreign: readonly string[];
}

/**
 * Keywords that check values and that Haft does not know. All other unknown keywords are
 * annotations.
 */
const FOREIGN = new Set([
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependentSchemas',
  'dependencies',
  'additionalItems',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
]);

/**
 * Checks a schema from outside before its first use: against draft 2020-12, and for parts that
 * cannot work.
 *
 * @param isChecked - whether its regular expressions are known to take linear time, default false
 */
export function schemaFindings(schema: JsonSchema, isChecked = false): SchemaFindings {
  const search = new Search(resolverOf(schema), isChecked);
  search.visit(schema, '#');
  return { problems: search.problems, foreign: [...search.foreign].sort() };
}

class Search {
  readonly problems: string[] = [];
  readonly foreign = new Set<string>();
  private readonly seen = new Set<unknown>();
  private patternSize = 0;

  constructor(
    private readonly resolve: Resolve,
    private readonly isChecked: boolean,
  ) {}

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
    if (pattern !== undefined) this.pattern(pattern, place);
    if (typeof schema['patternProperties'] !== 'object') return;
    for (const name of Object.keys(schema['patternProperties'] ?? {})) this.pattern(name, `${place}/patternProperties`);
  }

  private pattern(pattern: unknown, place: string): void {
    const hazard =
      typeof pattern === 'string' && isRegex(pattern) ? this.hazardOf(pattern) : 'is no regular expression';
    if (hazard === undefined) return;
    const why = hazard === 'is no regular expression' ? hazard : `${hazard} and could stop the process`;
    this.problems.push(`${place} has the pattern ${JSON.stringify(pattern)}, which ${why}.`);
  }

  private hazardOf(pattern: string): string | undefined {
    if (this.isChecked) return undefined;
    const parsed = parsePattern(pattern);
    if (typeof parsed === 'string') return parsed;
    this.patternSize += parsed.size;
    return this.patternSize > LARGEST_PATTERNS ? 'makes the patterns of the schema too large together' : undefined;
  }

  private children(schema: Readonly<Record<string, unknown>>, place: string): void {
    // Earlier drafts allowed a list.
    if (Array.isArray(schema['items'])) this.foreign.add('items (a list)');
    for (const { value: child, keyword, key } of partsOf(schema)) {
      // Draft 7 allowed lists of names here.
      if (keyword === 'dependencies' && Array.isArray(child)) continue;
      this.visit(child, `${place}/${keyword}${key === undefined ? '' : `/${key}`}`);
    }
    // A reference may lead to a place that a keyword does not know.
    const target = targetOf(schema, this.resolve);
    if (target !== undefined) this.visit(target, String(schema['$ref']));
  }
}
