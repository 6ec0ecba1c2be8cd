import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { describeReceived } from '../strings/describe-received.js';
import { Candidates } from '../strings/candidates.js';
import { phraseOf } from '../issues/phrase-of.js';
import { textsOf } from '../keywords/values.js';
import type { StepBudget } from '../patterns/step-budget.js';
import { ownEntry } from '../values/own-entry.js';
import { followed, type Resolve } from '../references/resolve.js';
import { revisits } from './revisits.js';
import { isRecursive } from '../references/visit.js';
import { checksOf, type Assertion, type BoundChecks } from './assertions.js';
import { KIND, kindOf, kindsOf } from '../values/json-kind.js';
import { JOINED, type Problem, type Walk } from './walk.js';

/**
 * Checks the parts of a value with one keyword. Returns whether they are valid, and reports the
 * problems to the walk.
 */
export type Applicator = (value: never, walk: Walk) => boolean;

/**
 * Makes the applicators of a schema. The first value calls it, because schemas may refer to
 * themselves.
 */
export type MakeApplicators = (schema: JsonSchemaObject, node: SchemaNode) => readonly Applicator[];

/** An applicator and the kinds of values that it checks. */
export interface BoundApplicator {
  readonly kinds: number;
  readonly apply: Applicator;
}

/** The state that the nodes of one schema share. */
export interface NodeSource {
  readonly resolve: Resolve;
  readonly nodeOf: (schema: JsonSchema) => SchemaNode;
  /** The steps that patterns may take in one check. */
  readonly patternBudget: StepBudget;
}

/** The recursion of a schema. `revisiting`: a check visits the same values several times. */
export type Recursion = 'none' | 'plain' | 'revisiting';

function recursionOf(schema: JsonSchema, resolve: Resolve): Recursion {
  if (typeof schema === 'boolean' || !isRecursive(schema, resolve)) return 'none';
  return revisits(schema, resolve, 'always') ? 'revisiting' : 'plain';
}

/** A schema that is prepared for checks. */
export class SchemaNode {
  /** The kinds that `type` allows. 0 stands for all. */
  readonly kinds: number;
  private readonly assertions: readonly Assertion[];
  private readonly applicatorsOf: BoundChecks['applicatorsOf'];
  /** Whether the schema has no applicators. Then {@link holds} is the whole check. */
  private readonly isLeaf: boolean;
  /** Whether a check may give up here. Then the walk needs the current path. */
  private readonly hasPattern: boolean;
  // All set from the start, so that V8 gives all nodes one shape.
  private madeApplicators: readonly BoundApplicator[] | undefined = undefined;
  private madePhrase: string | undefined = undefined;
  private candidates: Candidates | undefined = undefined;
  private madeRecursion: Recursion | undefined = undefined;

  constructor(
    readonly schema: JsonSchema,
    readonly source: NodeSource,
    /** Returns true only for valid values, without a walk. */
    private readonly test?: (value: unknown) => boolean,
  ) {
    const own = typeof schema === 'object' ? schema : {};
    this.kinds = kindsOf(own.type);
    const { assertions, applicatorsOf } = checksOf(own, source.patternBudget);
    this.assertions = assertions;
    this.applicatorsOf = applicatorsOf;
    this.hasPattern = own.pattern !== undefined;
    this.isLeaf = typeof schema === 'object' && applicatorsOf === undefined;
  }

  /** The recursion of the schema. */
  get recursion(): Recursion {
    return (this.madeRecursion ??= recursionOf(this.schema, this.source.resolve));
  }

  /** The node of the schema that a `$ref` leads to, otherwise this node. */
  get target(): SchemaNode {
    return this.source.nodeOf(followed(this.schema, this.source.resolve));
  }

  /** The expected value as a noun phrase. */
  get phrase(): string {
    return (this.madePhrase ??= phraseOf(this.schema, this.source.resolve));
  }

  /** Sets the phrase, for a part that stands for a larger schema. */
  saysOf(phrase: string): void {
    this.madePhrase = phrase;
  }

  /** Checks the value at the current place of the walk. */
  check(value: unknown, walk: Walk): boolean {
    if (this.schema === true) return true;
    if (walk.done) {
      if (this.isLeaf) return this.holds(value);
      if (this.test?.(value) === true) return true;
    }
    walk.enter();
    const kind = kindOf(value);
    const valid = this.checkHere(value, kind, walk) && this.checkInside(value, kind, walk);
    walk.leave();
    return valid;
  }

  /** Checks the value under a key of the value at the current place. */
  checkAt(key: string | number, value: unknown, walk: Walk): boolean {
    // Most values are valid scalars or items of lists, and the walk does not need their path.
    if (this.isLeaf ? !this.hasPattern && this.holds(value) : this.test?.(value) === true) return true;
    walk.path.push(key);
    const valid = this.check(value, walk);
    walk.path.pop();
    return valid;
  }

  /**
   * Reports the problems of a value that is known to be invalid. Most nodes are leaves, which need
   * few checks again.
   */
  explain(value: unknown, walk: Walk): void {
    const kind = kindOf(value);
    if (!this.isLeaf) this.check(value, walk);
    else if (this.kinds !== 0 && (this.kinds & kind) === 0) walk.report(this.wrongType(value));
    else this.explainBroken(value, kind, walk);
  }

  /** Reports the problems of an invalid value under a key of the value at the current place. */
  explainAt(key: string | number, value: unknown, walk: Walk): void {
    if (this.isLeaf) {
      walk.leaf = key;
      this.explain(value, walk);
      walk.leaf = undefined;
      return;
    }
    walk.path.push(key);
    this.explain(value, walk);
    walk.path.pop();
  }

  /** Reports the broken assertion. If only one is left, it is the broken one without a check. */
  private explainBroken(value: unknown, kind: number, walk: Walk): void {
    let last: Assertion | undefined;
    for (const assertion of this.assertions) {
      if ((assertion.kinds & kind) === 0) continue;
      if (last !== undefined && !last.holds(value as never)) break;
      last = assertion;
    }
    if (last === undefined) return;
    this.reportBroken(last, value, walk);
    this.explainMore(last, value, { kind, walk });
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
    const broken = this.assertions.find(({ kinds, holds }) => (kinds & kind) !== 0 && !holds(value as never));
    if (broken === undefined) return true;
    this.reportBroken(broken, value, walk);
    this.explainMore(broken, value, { kind, walk });
    return false;
  }

  /** Reports more problems of a value if the text of its broken assertion does not tell them. */
  private explainMore(
    first: Assertion,
    value: unknown,
    { kind, walk }: { readonly kind: number; readonly walk: Walk },
  ): void {
    // Most nodes are scalars, whose phrase tells everything.
    if (first.count === undefined && this.applicatorsOf === undefined) return;
    if (walk.done || !JOINED.has(first.keyword)) return;
    // The phrase of a scalar names its assertions together, that of a count only the count.
    const others = first.count === undefined ? [] : this.assertions.slice(this.assertions.indexOf(first) + 1);
    for (const other of others) {
      if ((other.kinds & kind) !== 0 && !other.holds(value as never)) this.reportBroken(other, value, walk);
    }
    this.checkInside(value, kind, walk);
  }

  private wrongType(value: unknown): Problem {
    const isLarge = Number.isInteger(value) && !Number.isSafeInteger(value);
    const range = isLarge && typeof this.schema === 'object' ? withinSafeRange(this.schema) : this.schema;
    const expected = range === this.schema ? this.phrase : phraseOf(range, this.source.resolve);
    const mayPass = typeof value === 'string' || value === null || (this.kinds & KIND.array) !== 0;
    const suggestion = this.suggestionFor(value);
    return { rule: 'type', expected, received: value, receivedText: undefined, suggestion, mayPass };
  }

  private checkInside(value: unknown, kind: number, walk: Walk): boolean {
    const applicators = (this.madeApplicators ??= this.applicatorsOf?.(this) ?? []);
    const from = walk.issues.length;
    let valid = true;
    for (const { kinds, apply } of applicators) {
      if ((kinds & kind) === 0 || apply(value as never, walk)) continue;
      valid = false;
      if (walk.done) break;
    }
    if (!valid && walk.issues.length > from) this.describeMissing(walk, from);
    return valid;
  }

  /** Describes missing properties that a part of the schema requires without a declaration. */
  private describeMissing(walk: Walk, from: number): void {
    const { properties } = this.schema as JsonSchemaObject;
    if (properties === undefined) return;
    walk.describeMissing(from, (name) => {
      const declared = ownEntry(properties, name);
      return declared === undefined ? undefined : this.source.nodeOf(declared).phrase;
    });
  }

  private reportBroken({ keyword: rule, mayPass = false, count, flaw }: Assertion, value: unknown, walk: Walk): false {
    if (walk.done) return false;
    if (count !== undefined) {
      // The value is known to be an array or an object, so the message names only the count.
      const { expected = this.phrase, receivedText } = count(this.schema as JsonSchemaObject, value as never);
      return walk.report({ rule, expected, received: value, receivedText, suggestion: undefined, mayPass });
    }
    const known = flaw?.(value as never);
    return walk.report({
      rule,
      expected: this.phrase,
      received: value,
      receivedText: known === undefined ? undefined : `${describeReceived(value)} (${known})`,
      suggestion: this.suggestionFor(value),
      mayPass: mayPass && typeof value !== 'number',
    });
  }

  /** Returns the allowed string that an invalid one probably means. */
  private suggestionFor(value: unknown): string | undefined {
    if (typeof value !== 'string' || typeof this.schema !== 'object') return undefined;
    return (this.candidates ??= new Candidates(textsOf(this.schema))).nearest(value);
  }
}

/** Limits the bounds of an integer to the safe range, for the phrase of an unsafe integer. */
function withinSafeRange(schema: JsonSchemaObject): JsonSchemaObject {
  if (schema.type !== 'integer') return schema;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const range = {
    minimum: Math.max(minimum, Number.MIN_SAFE_INTEGER),
    maximum: Math.min(maximum, Number.MAX_SAFE_INTEGER),
  };
  return { ...schema, ...range };
}
