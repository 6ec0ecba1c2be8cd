import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import { keywordOf } from '../../keywords/keyword-of.js';

/** The largest number of copies of targets. Only hostile schemas need more. */
const MOST_COPIES = 1000;
/** The smallest allowed size of the copies of targets. */
const LEAST_SIZE = 50_000;
/** The allowed size of the copies, for each unit of the size of the given document. */
const PER_GIVEN = 4;
/** The largest number of comparisons of two schemas. */
const MOST_COMPARISONS = 1_000_000;
/** The characters of a text that count as one value. */
const TEXT_UNIT = 16;

/**
 * Limits the work for one document. References can double in each definition, so that a short
 * document describes a schema without end.
 */
export class Budget {
  private readonly most: number;
  private written = 0;
  private copies = 0;
  private compared = 0;

  constructor(document: JsonSchema) {
    this.most = Math.max(LEAST_SIZE, PER_GIVEN * sizeOf(document));
  }

  /** Counts a written schema. Returns false if the document is too large for it. */
  mayWrite(schema: JsonSchemaObject): boolean {
    this.written += ownSizeOf(schema);
    // Without more copies, the rest of the document needs less than the copies.
    return this.written <= 2 * this.most;
  }

  /** Counts a copy of a target. Returns false if there are too many, or if they are too large. */
  mayCopy(): boolean {
    return this.written < this.most && this.copies++ < MOST_COPIES;
  }

  /** Counts comparisons of two schemas. Returns false if there are too many. */
  mayCompare(count: number): boolean {
    this.compared += count;
    return this.compared <= MOST_COMPARISONS;
  }
}

/** Returns the size of a schema without the schemas inside. */
function ownSizeOf(schema: JsonSchemaObject): number {
  let size = 1;
  for (const [keyword, argument] of Object.entries(schema) as [string, unknown][]) {
    const holdsSchemas = keywordOf(keyword)?.schemas !== undefined && typeof argument === 'object';
    size += holdsSchemas ? 1 + Object.keys(argument ?? {}).length : sizeOf(argument);
  }
  return size;
}

/** Counts the values in a JSON value. A long text counts as several. */
function sizeOf(root: unknown): number {
  if (typeof root !== 'object' || root === null) return sizeOfScalar(root);
  let size = 0;
  const seen = new Set<object>([root]);
  for (const one of seen) {
    size++;
    for (const inside of Object.values(one) as unknown[]) {
      if (typeof inside === 'object' && inside !== null) seen.add(inside);
      else size += sizeOfScalar(inside);
    }
  }
  return size;
}

function sizeOfScalar(value: unknown): number {
  return typeof value === 'string' ? 1 + Math.floor(value.length / TEXT_UNIT) : 1;
}
