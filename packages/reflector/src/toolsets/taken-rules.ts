import {
  memberName,
  NO_RULES,
  type PropertyRules,
  type RuleReader,
  type TransformationReader,
} from '../constraints/index.js';
import { ts } from '../program/typescript.js';
import type { TakenMember } from '../types/model.js';
import { classAround } from '../types/read/taken-member.js';

/** What holds of the decorators of a class where its members are taken into a type without instances. */
export interface TakenRules {
  /** What the schema can say. Whether the property may be absent says the type alone. */
  readonly rules: PropertyRules;
  /** The decorators that do nothing there, by name: they need an instance. */
  readonly lost: readonly string[];
}

/** Reads the rules that a property of `Partial<Dto>`, `Dto & {...}` or `interface More extends Dto` brings along. */
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

/** Where a taken member comes from. */
export interface TakenFrom {
  /** In the classes: a mapped type may give it another one. */
  readonly name: string;
  readonly classes: readonly ts.Type[];
  readonly kept: readonly ts.Declaration[];
}

/** Undefined where the values are no longer what a class declares. */
export function originOf({ type, declarations }: TakenMember, checker: ts.TypeChecker): TakenFrom | undefined {
  const kept = declarations.filter((one) => isOfTheClass(type, one, checker));
  const [first] = kept;
  const name = first === undefined ? undefined : nameOf(first);
  if (name === undefined) return undefined;
  const classes = kept.flatMap((one) => classAround(one) ?? []).map((one) => checker.getTypeAtLocation(one));
  return { name, classes, kept };
}

function nameOf(declaration: ts.Declaration): string | undefined {
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isPropertyName(name) ? memberName(name) : undefined;
}

function lostTransformations(transformations: TransformationReader, dto: ts.Type, name: string): readonly string[] {
  const { wireName, changes } = transformations.read(dto, name, 'in');
  const renamed = wireName === undefined ? ['Exclude'] : wireName === name ? [] : ['Expose'];
  return changes ? [...renamed, 'Transform'] : renamed;
}

/** Whether values are still what the class declares: what a mapped type makes another type of has other values, and no rules. */
function isOfTheClass(type: ts.Type, declaration: ts.Declaration, checker: ts.TypeChecker): boolean {
  // What the members of a generic class are says only each use of it.
  if (classAround(declaration)?.typeParameters !== undefined) return true;
  const declared = checker.getNonNullableType(checker.getTypeAtLocation(declaration));
  return checker.isTypeAssignableTo(checker.getNonNullableType(type), declared);
}

/** Null that the class does not have is none that its rules know. */
function addsNull(type: ts.Type, declaration: ts.Declaration, checker: ts.TypeChecker): boolean {
  return hasNull(type) && !hasNull(checker.getTypeAtLocation(declaration));
}

function hasNull(type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some((one) => one.flags & ts.TypeFlags.Null);
}
