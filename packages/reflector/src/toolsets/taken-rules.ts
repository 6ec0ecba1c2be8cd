import { NO_RULES, type PropertyRules, type RuleReader, type TransformationReader } from '../constraints/index.js';
import { memberName } from '../program/member-name.js';
import { ts } from '../program/typescript.js';
import type { TakenMember } from '../types/model.js';
import { classAround } from '../types/read/taken-member.js';

/**
 * The effect of a class's decorators on a type that takes members of the class, but has no
 * instances.
 */
export interface TakenRules {
  /**
   * The rules that the schema can express. Only the type decides whether the property may be
   * absent.
   */
  readonly rules: PropertyRules;
  /** The names of decorators without effect there: they need an instance. */
  readonly lost: readonly string[];
}

/**
 * Reads the rules that a property of `Partial<Dto>`, `Dto & {...}` or `interface More extends Dto`
 * inherits.
 */
export function takenRules(
  taken: TakenMember,
  reader: RuleReader,
  transformations: TransformationReader,
  checker: ts.TypeChecker,
): TakenRules {
  const origin = originOf(taken, checker);
  if (origin === undefined) return { rules: NO_RULES, lost: [] };
  const { name, classes, kept } = origin;
  const { type } = taken;
  const transformed = classes.flatMap((one) => lostTransformations(transformations, one, name));
  const rules = reader.rulesOf(classes, name, type);
  if (rules === NO_RULES) return { rules, lost: transformed };
  const optional = rules.optional || kept.every((one) => addsNull(type, one, checker));
  return { rules: { ...rules, optional, required: false }, lost: [...new Set([...rules.uncovered, ...transformed])] };
}

/** The origin of a taken member. */
export interface TakenFrom {
  /** The name in the classes. A mapped type may change it. */
  readonly name: string;
  readonly classes: readonly ts.Type[];
  readonly kept: readonly ts.Declaration[];
}

/** Returns undefined if the values are no longer those that a class declares. */
export function originOf({ type, declarations }: TakenMember, checker: ts.TypeChecker): TakenFrom | undefined {
  const kept = declarations.filter((one) => isOfTheClass(type, one, checker));
  const [first] = kept;
  const name = first === undefined ? undefined : nameOf(first, checker);
  if (name === undefined) return undefined;
  const classes = kept.flatMap((one) => classAround(one) ?? []).map((one) => checker.getTypeAtLocation(one));
  return { name, classes, kept };
}

function nameOf(declaration: ts.Declaration, checker: ts.TypeChecker): string | undefined {
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isPropertyName(name) ? memberName(name, checker) : undefined;
}

function lostTransformations(transformations: TransformationReader, dto: ts.Type, name: string): readonly string[] {
  const { wireName, changes } = transformations.read(dto, name, 'in');
  const renamed = wireName === undefined ? ['Exclude'] : wireName === name ? [] : ['Expose'];
  return changes ? [...renamed, 'Transform'] : renamed;
}

/**
 * Returns whether the values are still those that the class declares. If a mapped type changes the
 * property's type, its values differ and have no rules.
 */
function isOfTheClass(type: ts.Type, declaration: ts.Declaration, checker: ts.TypeChecker): boolean {
  // The types of a generic class's members depend on each use.
  if (classAround(declaration)?.typeParameters !== undefined) return true;
  const declared = checker.getNonNullableType(checker.getTypeAtLocation(declaration));
  return checker.isTypeAssignableTo(checker.getNonNullableType(type), declared);
}

/** Returns whether the type adds a null that the class, and so its rules, do not have. */
function addsNull(type: ts.Type, declaration: ts.Declaration, checker: ts.TypeChecker): boolean {
  return hasNull(type) && !hasNull(checker.getTypeAtLocation(declaration));
}

function hasNull(type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some((one) => one.flags & ts.TypeFlags.Null);
}
