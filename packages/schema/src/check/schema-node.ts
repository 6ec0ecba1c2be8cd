import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { Candidates } from '../issues/nearest.js';
import { countText, phraseOf, type Resolve } from '../issues/phrase-of.js';
import { assertionsOf, type Assertion } from './assertions.js';
import { KIND, kindOf, kindsOf } from './json-kind.js';
import { indexOfRepeated } from './same-json.js';
import type { Problem, Walk } from './walk.js';

/** Looks into a value, with the keyword that looks there. Says whether all is well; reports to the walk what is not. */
export type Applicator = (value: never, walk: Walk) => boolean;

/** Makes the applicators of a schema; called at the first value, since schemas may refer to themselves. */
export type MakeApplicators = (schema: JsonSchemaObject, node: SchemaNode) => readonly BoundApplicator[];

/** An applicator and the kinds of values that it speaks of. */
export interface BoundApplicator {
  readonly kinds: number;
  readonly apply: Applicator;
}

/** What the nodes of one schema share. */
export interface NodeSource {
  readonly resolve: Resolve;
  readonly nodeOf: (schema: JsonSchema) => SchemaNode;
  readonly applicatorsOf: MakeApplicators;
}

/** One schema, prepared for checking. */
export class SchemaNode {
  /** The kinds that `type` allows; 0 for all. */
  readonly kinds: number;
  private readonly assertions: readonly Assertion[];
  /** Whether nothing looks into the value: then {@link holds} says it all. */
  private readonly isLeaf: boolean;
  private madeApplicators: readonly BoundApplicator[] | undefined;
  private madePhrase: string | undefined;
  private candidates: Candidates | undefined;

  constructor(
    readonly schema: JsonSchema,
    readonly source: NodeSource,
    /** Knows without a walk that a value fits. */
    private readonly test?: (value: unknown) => boolean,
  ) {
    this.kinds = typeof schema === 'object' ? kindsOf(schema.type) : 0;
    this.assertions = typeof schema === 'object' ? assertionsOf(schema) : [];
    this.isLeaf = typeof schema === 'object' && !LOOKING_INSIDE.some((keyword) => schema[keyword] !== undefined);
  }

  /** What the schema asks for, as a noun phrase. */
  get phrase(): string {
    return (this.madePhrase ??= phraseOf(this.schema, this.source.resolve));
  }

  /** Checks a value at the walk's place. */
  check(value: unknown, walk: Walk): boolean {
    if (this.schema === true) return true;
    if (walk.done) {
      if (this.isLeaf) return this.holds(value);
      if (this.test?.(value) === true) return true;
    }
    if (!walk.enter()) return false;
    const kind = kindOf(value);
    const valid = this.checkHere(value, kind, walk) && this.checkInside(value, kind, walk);
    walk.leave();
    return valid;
  }

  /** Checks what stands under a key of the value at the walk's place. */
  checkAt(key: string | number, value: unknown, walk: Walk): boolean {
    // Most values are scalars that fit, or items of lists: for them the walk need not know where it is.
    if (this.isLeaf ? this.holds(value) : this.test?.(value) === true) return true;
    walk.path.push(key);
    const valid = this.check(value, walk);
    walk.path.pop();
    return valid;
  }

  /** Tells what is wrong with a value that is known to break the schema: most are leaves, of which little must be looked at again. */
  explain(value: unknown, walk: Walk): void {
    const kind = kindOf(value);
    if (!this.isLeaf) this.check(value, walk);
    else if (this.kinds !== 0 && (this.kinds & kind) === 0) walk.report(this.wrongType(value));
    else this.explainBroken(value, kind, walk);
  }

  /** Who broke something and kept all rules but the last broke that one. */
  private explainBroken(value: unknown, kind: number, walk: Walk): void {
    let last: Assertion | undefined;
    for (const assertion of this.assertions) {
      if ((assertion.kinds & kind) === 0) continue;
      if (last !== undefined && !last.holds(value as never)) break;
      last = assertion;
    }
    if (last !== undefined) this.reportBroken(last, value, walk);
  }

  private holds(value: unknown): boolean {
    const kind = kindOf(value);
    if (this.kinds !== 0 && (this.kinds & kind) === 0) return false;
    for (const { kinds, holds } of this.assertions) {
      if ((kinds & kind) !== 0 && !holds(value as never)) return false;
    }
    return true;
  }

  private checkHere(value: unknown, kind: number, walk: Walk): boolean {
    if (this.schema === false) return walk.report({ rule: 'false', expected: 'nothing', received: value });
    if (this.kinds !== 0 && (this.kinds & kind) === 0) {
      return walk.done ? false : walk.report(this.wrongType(value));
    }
    for (const assertion of this.assertions) {
      const isBroken = (assertion.kinds & kind) !== 0 && !assertion.holds(value as never);
      if (isBroken) return this.reportBroken(assertion, value, walk);
    }
    return true;
  }

  private wrongType(value: unknown): Problem {
    const isLarge = Number.isInteger(value) && !Number.isSafeInteger(value) && typeof this.schema === 'object';
    const expected = isLarge ? phraseOf(withinSafeRange(this.schema), this.source.resolve) : this.phrase;
    const mayPass = typeof value === 'string' || value === null || (this.kinds & KIND.array) !== 0;
    return { rule: 'type', expected, received: value, suggestion: this.suggestionFor(value), mayPass };
  }

  private checkInside(value: unknown, kind: number, walk: Walk): boolean {
    const applicators = (this.madeApplicators ??= this.makeApplicators());
    let valid = true;
    for (const { kinds, apply } of applicators) {
      if ((kinds & kind) === 0 || apply(value as never, walk)) continue;
      valid = false;
      if (walk.done) break;
    }
    return valid;
  }

  private makeApplicators(): readonly BoundApplicator[] {
    return typeof this.schema === 'object' ? this.source.applicatorsOf(this.schema, this) : [];
  }

  private reportBroken({ keyword, mayPass, counts }: Assertion, value: unknown, walk: Walk): false {
    if (walk.done) return false;
    if (counts) return walk.report({ ...this.countProblem(keyword, value), mayPass });
    return walk.report({
      rule: keyword,
      expected: this.phrase,
      received: value,
      suggestion: this.suggestionFor(value),
      mayPass: mayPass && typeof value !== 'number',
    });
  }

  /** Counts are said alone: that it is an array, or an object, is known by then. */
  private countProblem(rule: string, received: unknown): Problem {
    const schema = this.schema as JsonSchemaObject;
    const said = (expected = this.phrase): Problem => ({ rule, expected, received });
    switch (rule) {
      case 'minItems':
      case 'maxItems':
        return said(countText(schema.minItems, schema.maxItems, 'item', 'items'));
      case 'uniqueItems': {
        const repeated = indexOfRepeated(received as readonly unknown[]);
        return said(`items that are all different (item ${repeated} repeats an earlier one)`);
      }
      default: {
        const expected = countText(schema.minProperties, schema.maxProperties, 'property', 'properties');
        return { ...said(expected), receivedText: countOfProperties(received as object) };
      }
    }
  }

  /** The allowed text that a wrong one was probably meant to be. */
  private suggestionFor(value: unknown): string | undefined {
    if (typeof value !== 'string' || typeof this.schema !== 'object') return undefined;
    return (this.candidates ??= new Candidates(textsOf(this.schema))).nearest(value);
  }
}

/** The texts among the values of `const` and `enum`. */
export function textsOf(schema: JsonSchemaObject): readonly string[] {
  const allowed = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  return allowed.filter((one) => typeof one === 'string');
}

/** The keywords with applicators. */
const LOOKING_INSIDE = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'items',
  'prefixItems',
  'contains',
] as const;

/** An integer that is too large to be exact is told the range in which it would be. */
function withinSafeRange(schema: JsonSchemaObject): JsonSchemaObject {
  if (schema.type !== 'integer') return schema;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const range = {
    minimum: Math.max(minimum, Number.MIN_SAFE_INTEGER),
    maximum: Math.min(maximum, Number.MAX_SAFE_INTEGER),
  };
  return { ...schema, ...range };
}

function countOfProperties(value: object): string {
  const count = Object.keys(value).length;
  return count === 1 ? 'an object of 1 property' : `an object of ${count} properties`;
}
