import { createChecker, type SchemaChecker } from '../../check/checker.js';
import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import type { Rewrite } from '../dialect-form.js';
import type { DialectRules } from '../dialect-rules.js';
import { localResolver } from '../../references/resolve.js';
import { rewriteAllOf } from './all-of.js';
import { rewriteAnyValue, rewriteNoValue } from './any-value.js';
import { rewriteList } from './list.js';
import { rewriteObject } from './object.js';
import { References } from './references.js';
import type { Part, Rewriting } from './rewriting.js';
import { rewriteScalar } from './scalar.js';
import { typesOf } from './types-of.js';
import { isPlainTypeList, rewriteTypes } from './types.js';
import { normalized } from './normalized.js';
import { isUnion, rewriteUnion } from './union.js';

/** A reason against strict mode. */
export interface Refusal {
  readonly path: Path;
  readonly limit: string;
}

/** The largest number of copies of targets. Only hostile schemas need more. */
const MOST_COPIES = 1000;
/** The deepest nested schema. */
const DEEPEST = 200;

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
export class Rewriter implements Rewriting {
  readonly rewrites: Rewrite[] = [];
  readonly refusals: Refusal[] = [];
  readonly given: SchemaChecker;
  readonly resolve: (reference: string) => JsonSchema | undefined;
  private readonly references: References;
  private readonly open: JsonSchema[] = [];
  private readonly copies = new Map<JsonSchema, JsonSchema[]>();
  private readonly waiting: (() => void)[] = [];
  private copied = 0;
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
    this.references = new References(this);
  }

  readonly written = (): SchemaChecker => (this.madeChecker ??= createChecker(this.document));

  readonly rewrite = (schema: JsonSchema, path: Path): Part => {
    if (schema === true) return rewriteAnyValue({}, path, this);
    if (schema === false) return rewriteNoValue(path, this);
    if (this.depth > DEEPEST) return this.tooDeep(path);
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

  readonly refuse = (path: Path, limit: string): void => {
    this.refusals.push({ path, limit });
  };

  readonly isOpen = (schema: JsonSchema): boolean => this.open.includes(schema);

  readonly isCopy = (copy: JsonSchema, of: JsonSchema): boolean => {
    if (this.copied >= MOST_COPIES) return false;
    this.copied++;
    this.copies.set(copy, [...(this.copies.get(copy) ?? []), of]);
    return true;
  };

  readonly resolveWritten = (reference: string): JsonSchema | undefined => this.references.resolve(reference);

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

  private tooDeep(path: Path): Part {
    this.refuse(path, `schemas that stand in more than ${DEEPEST} others are not allowed there`);
    const reason = `it stands in more than ${DEEPEST} other schemas`;
    this.report({ path, keyword: '*', reason, loses: 'what it asks for' });
    return { schema: { type: 'string', description: '(any JSON value, as JSON text)' } };
  }

  private rewriteNode(schema: JsonSchemaObject, path: Path): Part {
    for (const keyword of this.rules.strict?.refused?.value ?? []) {
      if (Object.hasOwn(schema, keyword)) this.refuse(path, `'${keyword}' is not allowed there`);
    }
    if (schema.$ref !== undefined) return this.references.rewrite(schema, schema.$ref, path);
    const node = schema.allOf === undefined ? schema : rewriteAllOf(schema, schema.allOf, path, this);
    this.open.push(...(this.copies.get(node) ?? []));
    if (node.$ref !== undefined) return this.references.rewrite(node, node.$ref, path);
    if (isUnion(node)) return rewriteUnion(node, path, this);
    const types = typesOf(node);
    const [type] = types;
    if (type === undefined) return rewriteAnyValue(node, path, this);
    if (types.length > 1 && !isPlainTypeList(types, this.rules)) return rewriteTypes(node, types, path, this);
    if (type === 'object') return rewriteObject(node, path, this);
    if (type === 'array') return rewriteList(node, path, this);
    return rewriteScalar(node, types, path, this);
  }
}
