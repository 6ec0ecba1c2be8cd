import { validates } from '@haft/schema';
import {
  applyRules,
  NO_RULES,
  TransformationReader,
  RuleReader,
  type AppliedRules,
  type PropertyRules,
} from '../constraints/index.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Revival } from '../model.js';
import type { PackageManifests } from '../program/package-manifests.js';
import type { ts } from '../program/typescript.js';
import {
  partsOf,
  type InstanceNode,
  type ObjectNode,
  type PropertyNode,
  type TakenMember,
  type TypeNode,
} from '../types/model.js';
import type { Misfit, SchemaHooks, TaggedPlace } from '../types/write/schema-hooks.js';
import type { ClassReferences } from './class-references.js';
import { dtoRevival } from './dto-revival.js';
import { reportLeftPlain } from './left-plain.js';
import { originOf, takenRules, type TakenRules } from './taken-rules.js';

/** The hooks for arguments: classes are revived, and the rules of their properties apply. */
export class ArgumentHooks implements SchemaHooks {
  readonly revives = true;
  private readonly rules: RuleReader;
  private readonly transformations: TransformationReader;
  private readonly revivals = new Map<ts.Type, Revival | undefined>();
  private readonly taken = new Map<TakenMember, TakenRules>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly references: ClassReferences,
    private readonly diagnostics: Diagnostics,
    manifests: PackageManifests,
  ) {
    this.rules = new RuleReader(checker, manifests);
    this.transformations = new TransformationReader(checker);
  }

  reviveClass(node: InstanceNode): Revival | undefined {
    const { type } = node.instanceOf;
    if (this.revivals.has(type)) return this.revivals.get(type);
    const ofProperties = node.properties.map((one) => ({ name: one.name, rules: this.rulesOf(one, node) }));
    const members = this.rules.membersWithRules(type, new Set(ofProperties.map(({ name }) => name)));
    const rules = {
      uncovered: [...ofProperties.filter((one) => !one.rules.covered).map(({ name }) => name), ...members],
      rules: registeredRules(ofProperties, members),
      ...(this.rules.isFromLibrary(type) ? { fromLibrary: true as const } : {}),
      transformed: this.transformations.isTransformed(type),
    };
    const { references, checker, diagnostics } = this;
    const revival = dtoRevival(node, rules, { references, checker, diagnostics });
    if (revival?.kind === 'dto') this.checkSubTypes(node);
    if (revival?.kind === 'dto' && revival.transformed) {
      reportLeftPlain(node, this.transformations, this.diagnostics);
    }
    this.revivals.set(type, revival);
    return revival;
  }

  wireName(property: PropertyNode, owner: ObjectNode): string | undefined {
    const { instanceOf } = owner;
    if (instanceOf === undefined) return property.name;
    return this.transformations.read(instanceOf.type, property.name, 'in').wireName;
  }

  isRequired(property: PropertyNode, owner: ObjectNode): boolean {
    return this.rulesOf(property, owner).required;
  }

  refusesNull(property: PropertyNode, owner: ObjectNode): boolean {
    const { nullable, optional, keywords } = this.rulesOf(property, owner);
    return nullable && !optional && !validates(keywords, null);
  }

  constrainProperty(
    schema: AppliedRules['schema'],
    property: PropertyNode,
    owner: ObjectNode,
  ): AppliedRules | undefined {
    const rules = this.rulesOf(property, owner);
    if (property.taken !== undefined) this.reportLost(property.name, property.taken);
    if (rules === NO_RULES) return undefined;
    for (const { node, finding } of rules.findings) this.diagnostics.at(node, finding);
    const applied = applyRules(schema, rules);
    if (applied.impossible !== false)
      this.misfit(property, {
        impossible: true,
        conflict: applied.conflict,
        unused: [],
        ofItems: applied.impossible === 'items',
      });
    return applied;
  }

  misfit(place: TaggedPlace, problem: Misfit): void {
    reportMisfit(place, problem, this.diagnostics);
  }

  misnamed({ name, declaration }: TaggedPlace, alias: string, problem: string): void {
    if (declaration === undefined) return;
    this.diagnostics.at(declaration, {
      code: 'HAFT1026',
      message: `The alias '${alias}' of '${name}' ${problem}.`,
      fix: 'Give it another alias, or remove the tag @alias.',
    });
  }

  /**
   * Reports subclasses of `@Type` that the TypeScript type does not have. The type decides the
   * class of an instance: one class, or a union of classes with a literal tag.
   */
  private checkSubTypes({ instanceOf, properties }: InstanceNode): void {
    for (const { name, type, declaration } of properties) {
      const { subTypes } = this.transformations.read(instanceOf.type, name, 'in');
      const made = type.node.kind === 'array' ? type.node.items.node : type.node;
      if (!subTypes || declaration === undefined || made.kind !== 'object') continue;
      this.diagnostics.at(declaration, {
        code: 'HAFT1108',
        severity: 'warning',
        message: `@Type names subclasses of '${made.name ?? 'a class'}' for '${name}' of '${instanceOf.symbol.name}', but the type names only that class, so models do not see them.`,
        fix: 'Write the type as a union of the subclasses, each with a literal tag: Sports | Programming.',
      });
    }
  }

  private rulesOf({ name, taken }: PropertyNode, { instanceOf }: ObjectNode): PropertyRules {
    if (instanceOf !== undefined) return this.rules.readPropertyRules(instanceOf.type, name);
    return taken === undefined ? NO_RULES : this.takenRules(taken).rules;
  }

  private takenRules(taken: TakenMember): TakenRules {
    let found = this.taken.get(taken);
    if (found === undefined) {
      found = takenRules(taken, this.rules, this.transformations, this.checker);
      this.taken.set(taken, found);
    }
    return found;
  }

  /**
   * Reports decorators without effect: class-validator and class-transformer only handle instances,
   * and there is none here.
   */
  private reportLost(name: string, taken: TakenMember): void {
    const { lost } = this.takenRules(taken);
    if (lost.length === 0) return;
    const type = this.checker.typeToString(taken.owner);
    this.diagnostics.at(taken.place, {
      code: 'HAFT1109',
      severity: 'warning',
      message: `'${name}' of '${type}': ${lost.join(', ')} ${lost.length > 1 ? 'need' : 'needs'} an instance, but the type has none.`,
      fix: 'Use a class: the one with the decorators, your own, or one that PartialType, PickType or OmitType of NestJS creates.',
    });
  }
}

/** Returns the rules by property, without properties that have none. */
function registeredRules(
  properties: readonly { readonly name: string; readonly rules: PropertyRules }[],
  members: readonly string[],
): Readonly<Record<string, string>> {
  const found = properties
    .filter(({ rules }) => rules !== NO_RULES)
    .map(({ name, rules: { registered } }) => [
      name,
      typeof registered === 'string' ? registered : registered.join(' '),
    ]);
  return Object.fromEntries([...found, ...members.map((name) => [name, '?'])]) as Record<string, string>;
}

/** The hooks for results: a result keeps its value, and rules apply to arguments only. */
export class ResultHooks implements SchemaHooks {
  readonly revives = false;
  private readonly transformations: TransformationReader;
  private readonly checked = new Set<ts.Type | TakenMember>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly diagnostics: Diagnostics,
  ) {
    this.transformations = new TransformationReader(checker);
  }

  reviveClass(node: InstanceNode): undefined {
    if (this.checked.has(node.instanceOf.type)) return;
    this.checked.add(node.instanceOf.type);
    this.checkOutgoing(node);
  }

  wireName(property: PropertyNode): string {
    return property.name;
  }

  isRequired(): boolean {
    return false;
  }

  refusesNull(): boolean {
    return false;
  }

  constrainProperty(_schema: AppliedRules['schema'], { taken }: PropertyNode): undefined {
    if (taken === undefined || this.checked.has(taken)) return;
    this.checked.add(taken);
    this.checkTaken(taken);
  }

  misfit(place: TaggedPlace, problem: Misfit): void {
    reportMisfit(place, problem, this.diagnostics);
  }

  /**
   * Reports properties that `instanceToPlain` would leave out: a result contains all its properties
   * as JSON.
   */
  private checkOutgoing({ instanceOf, properties }: InstanceNode): void {
    for (const { name, declaration } of properties) {
      if (declaration !== undefined) this.report(instanceOf.type, name, declaration, 'that is an instance of it');
    }
  }

  /** Reports the same for a type derived from the class: its values may be instances. */
  private checkTaken(taken: TakenMember): void {
    const origin = originOf(taken, this.checker);
    const result = `of type '${this.checker.typeToString(taken.owner)}'`;
    for (const dto of origin?.classes ?? []) this.report(dto, origin?.name ?? '', taken.place, result);
  }

  private report(dto: ts.Type, name: string, place: ts.Node, result: string): void {
    const { wireName, changes } = this.transformations.read(dto, name, 'out');
    if (wireName === name && !changes) return;
    const excluded = wireName === undefined;
    this.diagnostics.at(place, {
      code: 'HAFT1107',
      severity: excluded ? 'error' : 'warning',
      message: `class-transformer ${excluded ? 'leaves out' : 'changes'} '${name}' of '${dto.symbol.name}', but Haft sends a result ${result} unchanged.`,
      fix: 'Return a type without the property, made with instanceToPlain() where you like.',
    });
  }
}

/** Returns `, of the type 'number'` if the declaration has a type. */
function typeText(declaration: ts.Declaration): string {
  const { type } = declaration as { readonly type?: ts.TypeNode };
  const text = type?.getText().replace(/\s+/g, ' ');
  return text === undefined || text.length > 60 ? '' : `, of the type '${text}'`;
}

function reportMisfit(
  { name, declaration, type }: TaggedPlace,
  { impossible, conflict, unused, ofItems = false }: Misfit,
  diagnostics: Diagnostics,
): void {
  if (declaration === undefined) return;
  const many = unused.length > 1;
  diagnostics.at(declaration, {
    code: impossible ? 'HAFT1102' : 'HAFT1103',
    message: impossible
      ? `No ${ofItems ? 'item' : 'value'} of the type of '${name}' meets its constraints${ofItems ? ': only an empty list would pass' : ''}.${conflict === undefined ? '' : ` ${conflict.text}`}`
      : `The constraint${many ? 's' : ''} ${unused.join(', ')} ${many ? 'have' : 'has'} no effect on ${ofItems ? 'the items of ' : ''}'${name}'${typeText(declaration)}.`,
    fix:
      classFix(type?.node, conflict) ??
      conflict?.fix ??
      `Correct the constraint, or the type${ofItems ? ' of the items' : ''}.`,
  });
}

/** Tells of a class whose instances are texts of one format that another format needs a string. */
function classFix(node: TypeNode | undefined, conflict: Misfit['conflict']): string | undefined {
  const [ofType, wanted] = conflict?.formats ?? [];
  const name = node === undefined ? undefined : nameInJson(node, ofType);
  return name === undefined
    ? undefined
    : `A ${name} is sent as a text of the format '${ofType}'. Remove the format '${wanted}', or write 'string' in place of '${name}'.`;
}

function nameInJson(node: TypeNode, format: string | undefined): string | undefined {
  for (const one of partsOf(node)) {
    if (one.kind !== 'leaf' || one.schema.format !== format || one.revival === undefined) continue;
    const name = CLASS_NAMES[one.revival.kind];
    if (name !== undefined) return name;
  }
  return undefined;
}

const CLASS_NAMES: Readonly<Partial<Record<Revival['kind'], string>>> = { date: 'Date', url: 'URL' };
