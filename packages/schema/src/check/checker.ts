import type { Issue } from '../issues/issue.js';
import type { JsonSchema } from '../json-schema.js';
import { StepBudget } from '../patterns/step-budget.js';
import { resolverOf } from '../references/resolve.js';
import { SchemaNode, type NodeSource } from './schema-node.js';
import { Walk, type CollectOptions } from './walk.js';

/** What was found in a value. */
export interface Findings {
  readonly issues: Issue[];
  readonly isHopeless: boolean;
}

/** A schema, prepared once for many values. The schema must not change afterwards. */
export interface SchemaChecker {
  readonly schema: JsonSchema;
  /** Whether a value fits. Never throws. */
  validates(value: unknown): boolean;
  /** What is wrong with a value; empty when it fits. Never throws. */
  issuesOf(value: unknown, options?: CollectOptions): Issue[];
  /** The same, and whether some problem would stay whatever type a value is taken for: then coercion is in vain. */
  findingsOf(value: unknown, options?: CollectOptions): Findings;
  /** A checker of a part of the schema, with the same root for its references. */
  part(schema: JsonSchema): SchemaChecker;
  /** The schema that a `$ref` of this schema names. */
  resolve(reference: string): JsonSchema | undefined;
}

/**
 * Prepares a schema: patterns are compiled and phrases made at most once.
 *
 * @param root - the document in which `#/...` references are looked up; the schema itself by default
 * @param tests - compiled tests of parts of the schema, by the schema object: what they take is not looked into
 */
export function createChecker(
  schema: JsonSchema,
  root: JsonSchema = schema,
  tests: CompiledTests = NONE,
): SchemaChecker {
  return new PreparedSchema(nodesOf(root, tests)(schema));
}

/** Tests of parts of a schema. Each says the same as the schema, or no where the schema would say yes. */
export type CompiledTests = ReadonlyMap<JsonSchema, (value: unknown) => boolean>;

const NONE: CompiledTests = new Map();

/** What is wrong with a value, as data. For one value; {@link createChecker} is for more. */
export function collectIssues(
  schema: JsonSchema,
  value: unknown,
  options: CollectOptions & { readonly root?: JsonSchema | undefined } = {},
): Issue[] {
  return createChecker(schema, options.root).issuesOf(value, options);
}

/** Whether a value fits a schema. For one value; {@link createChecker} is for more. */
export function validates(schema: JsonSchema, value: unknown, root?: JsonSchema): boolean {
  return createChecker(schema, root).validates(value);
}

class PreparedSchema implements SchemaChecker {
  /** Used again and again. One walk that lives also keeps V8 from throwing the code of all walks away at a full collection. */
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
    const walk = new Walk(options);
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

/** Nodes by schema object: a schema that stands in several places is prepared once. */
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
