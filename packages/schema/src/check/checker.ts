import type { Issue } from '../issues/issue.js';
import type { JsonSchema } from '../json-schema.js';
import { StepBudget } from '../patterns/step-budget.js';
import { resolverOf } from '../references/resolve.js';
import { SchemaNode, type NodeSource } from './schema-node.js';
import { Search, type CollectOptions } from './search.js';
import { Walk } from './walk.js';

/** The problems of a value. */
export interface Findings {
  /** The problems, at most one for each path. */
  readonly issues: Issue[];
  /** Whether a problem remains if the value gets another type. Then type coercion cannot help. */
  readonly isHopeless: boolean;
  /** Whether a problem is about a string that may contain the JSON of a list or an object. */
  readonly hasJsonText: boolean;
  /** Whether a problem is about an object, null, or a number that JavaScript may have rounded. */
  readonly hasUnclearValue: boolean;
  /** Whether the path of a problem leads into a sensitive value. */
  readonly isInsideSensitive: boolean;
}

/** A schema that is prepared for many values. It must not change afterwards. */
export interface SchemaChecker {
  /** The schema of this checker. */
  readonly schema: JsonSchema;
  /** Returns whether a value is valid. Never throws. */
  validates(value: unknown): boolean;
  /** Returns the problems of a value, or an empty list if it is valid. Never throws. */
  issuesOf(value: unknown, options?: CollectOptions): Issue[];
  /**
   * Returns the problems of a value, and whether type coercion cannot remove them all. Never
   * throws.
   */
  findingsOf(value: unknown, options?: CollectOptions): Findings;
  /** Returns a checker for a part of the schema. Its references use the same root. */
  part(schema: JsonSchema): SchemaChecker;
  /** Returns the schema that a `$ref` of this schema names, or undefined if there is none. */
  resolve(reference: string): JsonSchema | undefined;
}

/**
 * Prepares a schema. Compiles each pattern and makes each phrase at most once.
 *
 * @param root - the document of `#/...` references, by default the schema itself
 * @param tests - compiled tests of parts of the schema, by schema object. Accepted values need no
 *   further check.
 */
export function createChecker(
  schema: JsonSchema,
  root: JsonSchema = schema,
  tests: CompiledTests = NONE,
): SchemaChecker {
  return new PreparedSchema(nodesOf(root, tests)(schema));
}

/**
 * Compiled tests of parts of a schema. A test may reject a valid value, but never accepts an
 * invalid one.
 */
export type CompiledTests = ReadonlyMap<JsonSchema, (value: unknown) => boolean>;

const NONE: CompiledTests = new Map();

/**
 * Returns the problems of one value. For more values of one schema, use {@link createChecker}.
 *
 * @param options - `root` is the document of `#/...` references, by default the schema itself
 */
export function collectIssues(
  schema: JsonSchema,
  value: unknown,
  options: CollectOptions & { readonly root?: JsonSchema | undefined } = {},
): Issue[] {
  return createChecker(schema, options.root).issuesOf(value, options);
}

/**
 * Returns whether one value is valid. For more values of one schema, use {@link createChecker}.
 *
 * @param root - the document of `#/...` references, by default the schema itself
 */
export function validates(schema: JsonSchema, value: unknown, root?: JsonSchema): boolean {
  return createChecker(schema, root).validates(value);
}

class PreparedSchema implements SchemaChecker {
  /**
   * A walk that is reused for every value. It also keeps V8 from flushing the compiled code of
   * walks in a full garbage collection.
   */
  private readonly silent = new Walk(undefined);

  constructor(private readonly node: SchemaNode) {}

  get schema(): JsonSchema {
    return this.node.schema;
  }

  validates(value: unknown): boolean {
    this.silent.startAnew();
    this.node.source.patternBudget.restart();
    try {
      return this.node.check(value, this.silent);
    } catch (error) {
      return this.silent.giveUp(error);
    }
  }

  issuesOf(value: unknown, options: CollectOptions = {}): Issue[] {
    return this.findingsOf(value, options).issues;
  }

  findingsOf(value: unknown, options: CollectOptions = {}): Findings {
    const walk = new Walk(new Search(options));
    this.node.source.patternBudget.restart();
    try {
      this.node.check(value, walk);
    } catch (error) {
      walk.giveUp(error);
    }
    return walk;
  }

  part(schema: JsonSchema): SchemaChecker {
    return new PreparedSchema(this.node.source.nodeOf(schema));
  }

  resolve(reference: string): JsonSchema | undefined {
    return this.node.source.resolve(reference);
  }
}

/**
 * Returns a function that makes the node of a schema. A schema object that occurs in several places
 * has one node.
 */
export function nodesOf(root: JsonSchema, tests: CompiledTests = NONE): NodeSource['nodeOf'] {
  const nodes = new Map<JsonSchema, SchemaNode>();
  const source: NodeSource = {
    resolve: resolverOf(root),
    patternBudget: new StepBudget(),
    nodeOf: (schema) => {
      const known = nodes.get(schema);
      if (known !== undefined) return known;
      const node = new SchemaNode(schema, source, tests.get(schema));
      nodes.set(schema, node);
      return node;
    },
  };
  return source.nodeOf;
}
