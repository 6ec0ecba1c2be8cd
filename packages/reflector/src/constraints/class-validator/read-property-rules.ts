import { PackageManifests } from '../../program/package-manifests.js';
import { ts } from '../../program/typescript.js';
import { memberName } from '../../program/member-name.js';
import { classChain, membersNamed } from '../class-chain.js';
import { TransformationReader } from '../class-transformer/read-transformation.js';
import { DecoratorReader, type DecoratorUse } from './decorator-uses.js';
import { NO_RULES, type PropertyRules } from './property-rules.js';
import { RuleFold } from './rule-fold.js';
import { ruleEntry } from './rule-table.js';
import { valueKind, type ValueKind } from './value-kind.js';

/** The decorators in force for one property. */
interface EffectiveUses {
  readonly uses: readonly DecoratorUse[];
  /** Decorators of base classes that the property's own rules replace. */
  readonly dropped: readonly DecoratorUse[];
}

/** A reader of rules. Use one for a whole build, because it keeps its results. */
export class RuleReader {
  private readonly decorators: DecoratorReader;
  private readonly transformations: TransformationReader;
  private readonly read = new Map<ts.Type, Map<string, PropertyRules>>();

  constructor(
    private readonly checker: ts.TypeChecker,
    manifests: PackageManifests = new PackageManifests(),
  ) {
    this.decorators = new DecoratorReader(checker, manifests);
    this.transformations = new TransformationReader(checker);
  }

  /**
   * Returns the rules of one property of a DTO class. A property without decorators has
   * {@link NO_RULES}.
   */
  readPropertyRules(dto: ts.Type, name: string): PropertyRules {
    let known = this.read.get(dto);
    if (known === undefined) this.read.set(dto, (known = new Map<string, PropertyRules>()));
    let rules = known.get(name);
    if (rules === undefined) known.set(name, (rules = this.propertyRules(dto, name)));
    return rules;
  }

  /**
   * Returns the members of a DTO class that have rules but no data: accessors, methods, private
   * properties. class-validator checks them too, so their rules run at the call.
   */
  membersWithRules(dto: ts.Type, data: ReadonlySet<string>): readonly string[] {
    const names = new Set<string>();
    for (const declaration of classChain(dto, this.checker).classes) {
      for (const member of declaration.members) {
        if (member.name === undefined || ts.isPrivateIdentifier(member.name)) continue;
        const name = memberName(member.name, this.checker);
        if (!data.has(name) && this.decorators.usesOf(member).length > 0) names.add(name);
      }
    }
    return [...names];
  }

  /** Returns whether the class, or a base class, is from a library whose rules are not readable. */
  isFromLibrary(dto: ts.Type): boolean {
    const { library } = classChain(dto, this.checker);
    return library !== undefined && this.decorators.mayHaveRules(library.getSourceFile());
  }

  private propertyRules(dto: ts.Type, name: string): PropertyRules {
    const property = this.checker.getPropertyOfType(dto, name);
    return this.rulesOf([dto], name, property && this.checker.getTypeOfSymbol(property));
  }

  /**
   * Returns the combined rules of one property of several classes. Its values have a separate type.
   *
   * @param type - the type of the values, or undefined if it is unknown
   */
  rulesOf(dtos: readonly ts.Type[], name: string, type: ts.Type | undefined): PropertyRules {
    const effective = dtos.map((one) => this.effectiveUses(one, name));
    const uses = effective.flatMap((one) => one.uses);
    const [first] = dtos;
    if (first === undefined || uses.length === 0) return NO_RULES;
    const kind: ValueKind = type === undefined ? { value: 'other' } : valueKind(type, this.checker);
    const dropped = effective.flatMap((one) => one.dropped);
    const rules = new RuleFold(this.checker, name, first.symbol.name, kind).fold(uses, dropped);
    return dtos.some((one) => this.transformations.read(one, name, 'in').changes) ? afterTransform(rules) : rules;
  }

  /**
   * Returns the decorators in force. As in class-validator, a redeclared property replaces
   * inherited rules of the same kind.
   */
  private effectiveUses(dto: ts.Type, name: string): EffectiveUses {
    const { classes, computed, library } = classChain(dto, this.checker);
    const [own = [], ...inherited] = classes.map((one) => this.ownUses(one, name));
    const registered = new Set(own.map(kindOf));
    const isKept = (use: DecoratorUse) => registered.has('unknown') || !registered.has(kindOf(use));
    const ofBases = inherited.flat();
    if (computed !== undefined) ofBases.push(...this.computedUses(computed, dto, name, own.length > 0));
    const uses = [...own, ...ofBases.filter(isKept)];
    // A decorator on the class may register rules for any property.
    uses.push(...classes.flatMap((one) => this.decorators.usesOf(one)));
    if (library !== undefined && this.decorators.mayHaveRules(library.getSourceFile())) {
      uses.push({ kind: 'unknown', name: library.name?.text ?? 'a base class', node: library });
    }
    return { uses, dropped: ofBases.filter((use) => !isKept(use)) };
  }

  private ownUses(declaration: ts.ClassLikeDeclaration, name: string): readonly DecoratorUse[] {
    return membersNamed(declaration, name, this.checker).flatMap((one) => this.decorators.usesOf(one));
  }

  /**
   * Returns the decorators from a computed base class: the rules of a mapped type, or unknown ones.
   */
  private computedUses(base: ts.Expression, dto: ts.Type, name: string, hasOwn: boolean): readonly DecoratorUse[] {
    const mapped = this.mappedUses(base, name);
    if (mapped !== undefined) return mapped;
    const unknown: DecoratorUse = { kind: 'unknown', name: base.getText(), node: base };
    return hasOwn || this.hiddenUses(dto, name).length > 0 ? [unknown] : [];
  }

  /**
   * Returns the rules of one property of `PartialType(A)`, `PickType(A, [...])` and the like.
   * Returns undefined for any other expression.
   */
  private mappedUses(base: ts.Expression, name: string): readonly DecoratorUse[] | undefined {
    const classType = this.checker.getTypeAtLocation(base);
    const [construct] = this.checker.getSignaturesOfType(classType, ts.SignatureKind.Construct);
    const instance = construct?.getReturnType();
    if (instance === undefined) return undefined;
    if (!ts.isCallExpression(base)) return ts.isIdentifier(base) ? this.effectiveUses(instance, name).uses : undefined;
    const mapping = this.decorators.mappedType(base);
    if (mapping === undefined || this.checker.getPropertyOfType(instance, name) === undefined) {
      return mapping === undefined ? undefined : [];
    }
    const sources = mapping === 'IntersectionType' ? base.arguments : base.arguments.slice(0, 1);
    const uses = sources.map((one) => this.mappedUses(one, name));
    if (uses.includes(undefined)) return undefined;
    const all = uses.flatMap((one) => one ?? []);
    if (mapping !== 'PartialType') return all;
    // With options, another condition replaces `@IsOptional()`.
    if (base.arguments.length > 1) return undefined;
    return [...all, { kind: 'rule', name: 'IsOptional', args: [], bindings: new Map(), node: base }];
  }

  /** Returns the decorators of a property from a computed base class. */
  private hiddenUses(dto: ts.Type, name: string): readonly DecoratorUse[] {
    const declarations = this.checker.getPropertyOfType(dto, name)?.declarations ?? [];
    return declarations.flatMap((one) => this.decorators.usesOf(one));
  }
}

/**
 * Marks rules as uncovered: they check the value after `@Transform`, which the schema never sees.
 */
function afterTransform(rules: PropertyRules): PropertyRules {
  const uncovered = rules.uncovered.length > 0 ? rules.uncovered : ['Transform'];
  const registered = rules.registered === '?' ? '?' : '*';
  return { ...NO_RULES, covered: false, registered, uncovered };
}

function kindOf(use: DecoratorUse): string {
  if (use.kind === 'unknown') return 'unknown';
  const registers = ruleEntry(use.name)?.registers ?? 'custom';
  return registers === 'optional' ? 'conditional' : registers;
}
