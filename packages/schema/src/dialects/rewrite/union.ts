import type { SchemaChecker } from '../../check/checker.js';
import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { doesWork, restoreWith, writeWith, type Codec } from '../codec/codec.js';
import type { Restoring } from '../codec/restoring.js';
import { rewriteAnyValue } from './any-value.js';
import { areDisjoint } from './are-disjoint.js';
import { descriptionText, joined } from './description.js';
import { annotationsOf, assertionsOf, isAnnotation } from './annotations.js';
import { rewriteKeywords } from './keywords.js';
import { mergedWhole } from '../../keywords/merge-schemas.js';
import { targetOf } from '../../references/target-of.js';
import { asJson, type Part } from './part.js';
import type { Rewriter } from './rewriter.js';

/** Returns whether a schema is a union. */
export function isUnion(schema: JsonSchemaObject): boolean {
  return schema.anyOf !== undefined || schema.oneOf !== undefined;
}

/** Rewrites `anyOf` and `oneOf`. Moves the keywords next to them into each branch. */
export function rewriteUnion(schema: JsonSchemaObject, path: Path, rewriting: Rewriter): Part {
  const { rules, report } = rewriting;
  const { anyOf, oneOf, discriminator, $defs: _defs, ...beside } = schema;
  const word = anyOf === undefined ? 'oneOf' : 'anyOf';
  const said: JsonSchemaObject = both(beside, anyOf === undefined ? undefined : oneOf);
  if (discriminator !== undefined) {
    const from = asJson(discriminator);
    report({
      path,
      keyword: 'discriminator',
      from,
      reason: `${rules.title} has no such keyword; the constants say the same`,
    });
  }
  const given = withSaid(
    (anyOf ?? oneOf ?? []).filter((one) => one !== false),
    said,
    path,
    rewriting,
  );
  if (given.length === 0) return rewriteAnyValue({ not: {} }, path, rewriting);
  if (rules.anyValue === 'text' && given.some((one) => one === true || isEmpty(one))) {
    return rewriteAnyValue(schema, path, rewriting);
  }
  const parts = given.map((one) => rewriting.rewrite(one, path));
  const annotations = rewriteKeywords(annotationsOf(said), undefined, path, rewriting);
  const written = parts.map((one) => one.schema);
  if (word === 'oneOf') reportOneOf(written, path, rewriting);
  return {
    schema: assembled(written, annotations, path, rewriting),
    codec: unionCodec(given, parts, path, rewriting),
  };
}

function both(beside: JsonSchemaObject, second: readonly JsonSchema[] | undefined): JsonSchemaObject {
  return second === undefined ? beside : { ...beside, allOf: [...(beside.allOf ?? []), { oneOf: second }] };
}

function isEmpty(schema: JsonSchema): boolean {
  return typeof schema === 'object' && Object.keys(schema).every(isAnnotation);
}

/** Adds the shared keywords to each branch. */
function withSaid(
  branches: readonly JsonSchema[],
  said: JsonSchemaObject,
  path: Path,
  { rules, report, resolve, isOpen, isCopy, mayCopy }: Rewriter,
): readonly JsonSchema[] {
  const asserted = assertionsOf(said);
  if (Object.keys(asserted).length === 0) return branches;
  const from = asJson(asserted);
  report({
    path,
    keyword: 'anyOf',
    from,
    reason: `${rules.title} takes nothing beside a union: it is a part of each branch`,
  });
  const uncopied: JsonSchema[] = [];
  const copies = branches.flatMap((branch) => {
    const isReference = typeof branch === 'object' && branch.$ref !== undefined;
    const target = isReference ? targetOf(branch, resolve) : branch;
    if (!mayCopy()) {
      uncopied.push(branch);
      return [branch];
    }
    const whole = !isReference || target === undefined || isOpen(target) ? branch : withTarget(branch, target);
    const copy = mergedWhole(asserted, whole);
    if (copy === false) return [];
    if (target !== undefined) isCopy(copy, target);
    return [copy];
  });
  if (uncopied.length > 0) {
    const reason = 'the schema is too large with these keywords in each branch';
    report({ path, keyword: 'anyOf', from, reason, loses: 'what these keywords ask for in some branches' });
  }
  return copies;
}

/** Returns the target of a reference with the keywords next to the reference. */
function withTarget({ $ref: _ref, ...beside }: JsonSchemaObject, target: JsonSchema): JsonSchema {
  return mergedWhole(beside, target);
}

/** Reports that an `anyOf` replaces a `oneOf`. */
function reportOneOf(written: readonly JsonSchemaObject[], path: Path, rewriting: Rewriter): void {
  const { rules, report, atEnd } = rewriting;
  // The branches are complete only after their references are written.
  atEnd(() => {
    const loses = areAllDisjoint(written, rewriting) ? {} : { loses: 'that only one of the forms may fit' };
    report({ path, keyword: 'oneOf', from: 'oneOf', to: 'anyOf', reason: `${rules.title} has no oneOf`, ...loses });
  });
}

/** Joins branches and annotations in one schema. */
function assembled(
  written: readonly JsonSchemaObject[],
  annotations: JsonSchemaObject,
  path: Path,
  { rules, report }: Rewriter,
): JsonSchemaObject {
  const branches = rules.anyOf === 'alone' ? written.flatMap((one) => onlyUnion(one) ?? [one]) : written;
  const union = { anyOf: branches };
  if (rules.anyOf !== 'alone') return { ...union, ...annotations };
  const { description, ...rest } = annotations;
  for (const [keyword, value] of Object.entries(rest)) {
    const reason = `${rules.title} takes nothing beside anyOf`;
    const to = descriptionText([[keyword, value]]);
    report({
      path,
      keyword,
      from: asJson(value),
      to,
      reason: `${reason}: it is told in the description`,
    });
  }
  const more = Object.entries(rest);
  const text = joined(description, more.length === 0 ? undefined : descriptionText(more));
  if (text === '') return union;
  if (description !== undefined) {
    const reason = `${rules.title} takes nothing beside anyOf: it is told in each branch`;
    report({ path, keyword: 'description', from: description, to: 'anyOf', reason });
  }
  const told = (one: JsonSchemaObject): JsonSchemaObject =>
    one.type === 'null' ? one : { ...one, description: joined(text, one.description) };
  return { anyOf: branches.map(told) };
}

/** Returns the branches of a schema that is only a union, so the outer union can contain them. */
function onlyUnion({ anyOf, ...rest }: JsonSchemaObject): readonly JsonSchemaObject[] | undefined {
  return anyOf !== undefined && Object.keys(rest).length === 0 ? (anyOf as readonly JsonSchemaObject[]) : undefined;
}

function areAllDisjoint(branches: readonly JsonSchemaObject[], { resolveWritten, mayCompare }: Rewriter): boolean {
  return branches.every((one, i) =>
    branches.slice(i + 1).every((other) => areDisjoint(one, other, resolveWritten, mayCompare)),
  );
}

function unionCodec(
  given: readonly JsonSchema[],
  parts: readonly Part[],
  path: Path,
  rewriting: Rewriter,
): Codec | undefined {
  const { given: checker, written, report, rules, atEnd } = rewriting;
  if (parts.every((one) => one.codec === undefined)) return undefined;
  atEnd(() => {
    if (areClear(parts, rewriting)) return;
    const reason = `in the form of ${rules.title}, some values fit several of the forms`;
    report({ path, keyword: 'anyOf', reason, loses: 'which of the forms is meant, where several fit: the first one' });
  });
  return new UnionCodec(
    parts.map(({ schema, codec }, i) => ({
      given: checker.part(given[i] ?? true),
      written: () => written().part(schema),
      codec,
    })),
  );
}

/** Returns whether no value is valid for two branches that are read differently. */
function areClear(parts: readonly Part[], { resolveWritten, mayCompare }: Rewriter): boolean {
  const isRead = parts.map(({ codec }) => doesWork(codec, new Set()));
  return parts.every((one, i) =>
    parts.slice(i + 1).every((other, j) => {
      const mayDiffer = isRead[i] === true || isRead[i + 1 + j] === true;
      return !mayDiffer || areDisjoint(one.schema, other.schema, resolveWritten, mayCompare);
    }),
  );
}

interface Branch {
  readonly given: SchemaChecker;
  readonly written: () => SchemaChecker;
  readonly codec: Codec | undefined;
}

/** A codec that finds the branch of a value and applies its codec. */
class UnionCodec implements Codec {
  constructor(private readonly branches: readonly Branch[]) {}

  doesWork(seen: Set<Codec>): boolean {
    return this.branches.some(({ codec }) => doesWork(codec, seen));
  }

  restore(value: JsonValue, at: Restoring): JsonValue {
    if (typeof value !== 'object' && typeof value !== 'string') return value;
    const fitting = this.branches.filter((branch) => branch.written().validates(value));
    const [first] = fitting;
    if (first === undefined) return restoreWith(this.nearest(value)?.codec, value, at);
    // Tries the branches of nested unions only once. Otherwise a hostile value would take
    // exponential time.
    if (fitting.length === 1 || at.isTrial) return restoreWith(first.codec, value, at);
    for (const branch of fitting) {
      const trial = at.trial();
      const restored = restoreWith(branch.codec, value, trial);
      if (trial.issues.length > 0 || !branch.given.validates(restored)) continue;
      at.adopt(trial);
      return restored;
    }
    return restoreWith(first.codec, value, at);
  }

  write(value: JsonValue): JsonValue {
    const branch = this.branches.find(({ given }) => given.validates(value));
    return writeWith(branch?.codec, value);
  }

  /** Returns the branch with the fewest problems for a value that no branch accepts. */
  private nearest(value: JsonValue): Branch | undefined {
    let best: Branch | undefined;
    let least = Infinity;
    for (const branch of this.branches) {
      const { length } = branch.written().issuesOf(value);
      if (length >= least) continue;
      best = branch;
      least = length;
    }
    return best;
  }
}
