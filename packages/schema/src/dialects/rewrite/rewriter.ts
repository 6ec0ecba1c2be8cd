import { createChecker, type SchemaChecker } from '../../check/checker.js';
import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import type { Rewrite } from '../dialect-form.js';
import type { DialectRules } from '../dialect-rules.js';
import { localResolver, type Resolve } from '../../references/resolve.js';
import { present } from '../../values/present.js';
import { rewriteAllOf } from './all-of.js';
import { asText, rewriteAnyValue, rewriteNoValue } from './any-value.js';
import { Budget } from './budget.js';
import { rewriteList } from './list.js';
import { rewriteObject } from './object.js';
import { References } from './references.js';
import type { Part } from './part.js';
import { rewriteScalar } from './scalar.js';
import { TakesNull } from './takes-null.js';
import { typesOf } from './types-of.js';
import { rewriteTypes } from './types.js';
import { normalized } from './normalized.js';
import { isUnion, rewriteUnion } from './union.js';

/** A reason against strict mode. */
export interface Refusal {
  readonly path: Path;
  readonly limit: string;
}

/** The deepest nested schema. */
const DEEPEST = 200;

/** The reasons for JSON text in place of a schema. */
const TOO_DEEP = {
  limit: `schemas that stand in more than ${DEEPEST} others are not allowed there`,
  reason: `it stands in more than ${DEEPEST} other schemas`,
};
const TOO_LARGE = {
  limit: 'the schema is too large written out',
  reason: 'the schema is too large written out',
};

/** Sorts the keywords in the given order, with `type` first and new ones last. */
function inOrderOf(given: JsonSchemaObject, { type, ...written }: JsonSchemaObject): JsonSchemaObject {
  const first = type === undefined ? [] : [['type', type] as const];
  const kept = Object.keys(given).filter((keyword) => Object.hasOwn(written, keyword));
  const entries = Object.entries(written);
  const known = new Map<string, unknown>(entries);
  return Object.fromEntries([
    ...first,
    ...kept.map((keyword) => [keyword, known.get(keyword)] as const),
    ...entries.filter(([keyword]) => !kept.includes(keyword)),
  ]);
}

/** Writes a schema and all its parts in the form of a dialect. */
export class Rewriter {
  readonly rewrites: Rewrite[] = [];
  readonly refusals: Refusal[] = [];
  /** The checker of the given schema. */
  readonly given: SchemaChecker;
  /** Returns the schema that a `$ref` names, or undefined if it is not in the document. */
  readonly resolve: Resolve;
  /** Returns whether a schema of the given document accepts `null`. */
  readonly takesNull: (schema: JsonSchema) => boolean;
  private readonly references: References;
  private readonly budget: Budget;
  private readonly open: JsonSchema[] = [];
  private readonly copies = new Map<JsonSchema, JsonSchema[]>();
  private readonly waiting: (() => void)[] = [];
  private depth = 0;
  private madeChecker: SchemaChecker | undefined;
  /** The written document. The caller sets it when all parts are written. */
  document: JsonSchemaObject = {};

  constructor(
    root: JsonSchemaObject,
    readonly rules: DialectRules,
  ) {
    this.given = createChecker(root);
    this.resolve = localResolver(root);
    this.takesNull = new TakesNull((reference) => this.given.resolve(reference)).of;
    this.budget = new Budget(root);
    this.references = new References(this);
  }

  /**
   * Returns the checker of the schema in the form of the dialect. For codecs, after everything is
   * written.
   */
  readonly written = (): SchemaChecker => (this.madeChecker ??= createChecker(this.document));

  /** Writes a schema inside another one. */
  readonly rewrite = (schema: JsonSchema, path: Path): Part => {
    if (schema === true) return rewriteAnyValue({}, path, this);
    if (schema === false) return rewriteNoValue(path, this);
    if (this.depth > DEEPEST) return this.leaveOut(schema, path, TOO_DEEP);
    if (!this.budget.mayWrite(schema)) return this.leaveOut(schema, path, TOO_LARGE);
    const before = this.open.length;
    this.depth++;
    this.open.push(schema, ...(this.copies.get(schema) ?? []));
    const { schema: written, codec } = this.rewriteNode(normalized(schema), path);
    this.open.length = before;
    this.depth--;
    return { schema: inOrderOf(schema, written), codec };
  };

  readonly report = (rewrite: Rewrite): void => {
    this.rewrites.push(rewrite);
  };

  /** Reports a place that makes strict mode impossible. */
  readonly refuse = (path: Path, limit: string): void => {
    this.refusals.push({ path, limit });
  };

  /** Returns whether the schema, or a copy of it, is in progress. */
  readonly isOpen = (schema: JsonSchema): boolean => this.open.includes(schema);

  /** Counts a copy of a target. Returns false if the copy must not be made. See {@link Budget}. */
  readonly mayCopy = (): boolean => this.budget.mayCopy();

  /** Counts comparisons of two schemas. Returns false if there are too many. */
  readonly mayCompare = (count: number): boolean => this.budget.mayCompare(count);

  /** Records that a schema is a copy of targets. */
  readonly isCopy = (copy: JsonSchema, ...of: readonly JsonSchema[]): void => {
    this.copies.set(copy, [...(this.copies.get(copy) ?? []), ...of]);
  };

  /** Returns the written schema that a `$ref` names, or undefined if it is not written yet. */
  readonly resolveWritten: Resolve = (reference) => this.references.resolve(reference);

  /** Runs work after the whole document is written. */
  readonly atEnd = (work: () => void): void => {
    this.waiting.push(work);
  };

  /** Runs the work that waits for the end. */
  end(): void {
    for (const work of this.waiting) work();
  }

  /** The definitions that the written schemas refer to. */
  get definitions(): Readonly<Record<string, JsonSchema>> {
    return this.references.definitions;
  }

  /** Writes JSON text for a schema that is too deep or too large, and refuses strict mode. */
  private leaveOut({ description }: JsonSchemaObject, path: Path, { limit, reason }: typeof TOO_DEEP): Part {
    this.refuse(path, limit);
    return asText(present({ description }), path, this, { reason, loses: 'what it asks for' });
  }

  private rewriteNode(schema: JsonSchemaObject, path: Path): Part {
    for (const keyword of this.rules.strict?.refused?.value ?? []) {
      if (Object.hasOwn(schema, keyword)) this.refuse(path, `'${keyword}' is not allowed there`);
    }
    if (schema.$ref !== undefined) return this.references.rewrite(schema, schema.$ref, path);
    const node = schema.allOf === undefined ? schema : rewriteAllOf(schema, schema.allOf, path, this);
    if (node !== schema && !this.budget.mayWrite(node)) return this.leaveOut(node, path, TOO_LARGE);
    this.open.push(...(this.copies.get(node) ?? []));
    if (node.$ref !== undefined) return this.references.rewrite(node, node.$ref, path);
    if (isUnion(node)) return rewriteUnion(node, path, this);
    const types = typesOf(node);
    const [type] = types;
    if (type === undefined) return rewriteAnyValue(node, path, this);
    if (types.length > 1) return rewriteTypes(node, types, path, this);
    if (type === 'object') return rewriteObject(node, path, this);
    if (type === 'array') return rewriteList(node, path, this);
    return rewriteScalar(node, type, path, this);
  }
}
