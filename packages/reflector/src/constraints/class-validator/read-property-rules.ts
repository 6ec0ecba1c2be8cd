import { validates, type JsonSchemaObject } from '@haft/schema';
import type { Finding } from '../../diagnostics/diagnostics.js';
import { constantText, type Constant } from '../../program/constant.js';
import { evaluate, evaluateProperties, type Evaluation } from '../../program/evaluate.js';
import { PackageManifests } from '../../program/package-manifests.js';
import { ts } from '../../program/typescript.js';
import { classChain, memberName, membersNamed } from '../class-chain.js';
import { TransformationReader } from '../class-transformer/read-transformation.js';
import { intersect } from '../intersect.js';
import { patternDanger } from '../patterns/pattern-danger.js';
import { DecoratorReader, type DecoratorUse, type RuleUse } from './decorator-uses.js';
import { NO_RULES, type PropertyRules } from './property-rules.js';
import { registeredName } from './registered-name.js';
import { exactly, NOT_NULL, type RuleEntry, type RuleReading } from './rule-entry.js';
import { ruleEntry } from './rule-table.js';
import { valueKind, type Kind, type ValueKind } from './value-kind.js';

/** What reading needs; one for a whole build, since it keeps what it has read. */
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

  /** The rules of one property of a DTO class. A property without decorators has {@link NO_RULES}. */
  readPropertyRules(dto: ts.Type, name: string): PropertyRules {
    let known = this.read.get(dto);
    if (known === undefined) this.read.set(dto, (known = new Map<string, PropertyRules>()));
    let rules = known.get(name);
    if (rules === undefined) known.set(name, (rules = this.propertyRules(dto, name)));
    return rules;
  }

  /**
   * The members of a DTO class that have rules and are no data: accessors, methods, private properties. class-validator checks them
   * too, so they belong to the properties whose rules run at the call.
   */
  membersWithRules(dto: ts.Type, data: ReadonlySet<string>): readonly string[] {
    const names = new Set<string>();
    for (const declaration of classChain(dto, this.checker).classes) {
      for (const member of declaration.members) {
        if (member.name === undefined || ts.isPrivateIdentifier(member.name)) continue;
        const name = memberName(member.name);
        if (!data.has(name) && this.decorators.usesOf(member).length > 0) names.add(name);
      }
    }
    return [...names];
  }

  /** Whether the class, or a base class of it, is of a library whose rules cannot be read. */
  isFromLibrary(dto: ts.Type): boolean {
    const { library } = classChain(dto, this.checker);
    return library !== undefined && this.decorators.mayHaveRules(library.getSourceFile());
  }

  private propertyRules(dto: ts.Type, name: string): PropertyRules {
    const uses = this.effectiveUses(dto, name);
    if (uses.length === 0) return NO_RULES;
    const property = this.checker.getPropertyOfType(dto, name);
    const kind: ValueKind =
      property === undefined ? { value: 'other' } : valueKind(this.checker.getTypeOfSymbol(property), this.checker);
    const rules = new RuleFold(this.checker, name, dto.symbol.name, kind).fold(uses);
    return this.transformations.read(dto, name, 'in').changes ? afterTransform(rules) : rules;
  }

  /** The uses that are in force, as class-validator decides: a redeclared property drops inherited rules of the same kind. */
  private effectiveUses(dto: ts.Type, name: string): readonly DecoratorUse[] {
    const { classes, computed, library } = classChain(dto, this.checker);
    const [own = [], ...inherited] = classes.map((one) => this.ownUses(one, name));
    const registered = new Set(own.map(kindOf));
    const kept = inherited.flat().filter((use) => registered.has('unknown') || !registered.has(kindOf(use)));
    const uses = [...own, ...kept];
    if (computed !== undefined) uses.push(...this.computedUses(computed, dto, name, registered));
    // A decorator on the class may register rules for any property.
    uses.push(...classes.flatMap((one) => this.decorators.usesOf(one)));
    if (library !== undefined && this.decorators.mayHaveRules(library.getSourceFile())) {
      uses.push({ kind: 'unknown', name: library.name?.text ?? 'a base class', node: library });
    }
    return uses;
  }

  private ownUses(declaration: ts.ClassLikeDeclaration, name: string): readonly DecoratorUse[] {
    return membersNamed(declaration, name).flatMap((one) => this.decorators.usesOf(one));
  }

  /** What comes from a base class that an expression makes: the rules of a mapped type, or nobody knows what. */
  private computedUses(
    base: ts.Expression,
    dto: ts.Type,
    name: string,
    registered: ReadonlySet<string>,
  ): readonly DecoratorUse[] {
    const mapped = this.mappedUses(base, name);
    if (mapped !== undefined) {
      return mapped.filter((use) => registered.has('unknown') || !registered.has(kindOf(use)));
    }
    const unknown: DecoratorUse = { kind: 'unknown', name: base.getText(), node: base };
    return registered.size > 0 || this.hiddenUses(dto, name).length > 0 ? [unknown] : [];
  }

  /** The rules of one property of `PartialType(A)`, `PickType(A, [...])` and the like; undefined for any other expression. */
  private mappedUses(base: ts.Expression, name: string): readonly DecoratorUse[] | undefined {
    const classType = this.checker.getTypeAtLocation(base);
    const [construct] = this.checker.getSignaturesOfType(classType, ts.SignatureKind.Construct);
    const instance = construct?.getReturnType();
    if (instance === undefined) return undefined;
    if (!ts.isCallExpression(base)) return ts.isIdentifier(base) ? this.effectiveUses(instance, name) : undefined;
    const mapping = this.decorators.mappedType(base);
    if (mapping === undefined || this.checker.getPropertyOfType(instance, name) === undefined) {
      return mapping === undefined ? undefined : [];
    }
    const sources = mapping === 'IntersectionType' ? base.arguments : base.arguments.slice(0, 1);
    const uses = sources.map((one) => this.mappedUses(one, name));
    if (uses.includes(undefined)) return undefined;
    const all = uses.flatMap((one) => one ?? []);
    if (mapping !== 'PartialType') return all;
    // With options, another condition stands for `@IsOptional()`.
    if (base.arguments.length > 1) return undefined;
    return [...all, { kind: 'rule', name: 'IsOptional', args: [], bindings: new Map(), node: base }];
  }

  /** Decorators of a property that comes through a computed base class. */
  private hiddenUses(dto: ts.Type, name: string): readonly DecoratorUse[] {
    const declarations = this.checker.getPropertyOfType(dto, name)?.declarations ?? [];
    return declarations.flatMap((one) => this.decorators.usesOf(one));
  }
}

/** Rules look at what `@Transform` made, which the schema never sees. */
function afterTransform(rules: PropertyRules): PropertyRules {
  const uncovered = rules.uncovered.length > 0 ? rules.uncovered : ['Transform'];
  const registered = rules.registered === '?' ? '?' : '*';
  return { ...NO_RULES, covered: false, registered, uncovered };
}

function registeredNames(uses: readonly DecoratorUse[]): readonly string[] {
  return uses
    .flatMap(({ name }) => ruleEntry(name) ?? [])
    .map(registeredName)
    .sort();
}

/** Of what stands in a helper or in a library nobody knows whether it is a rule. */
function markOf(uses: readonly DecoratorUse[]): '*' | '?' {
  return uses.some((use) => use.kind === 'rule') ? '*' : '?';
}

function kindOf(use: DecoratorUse): string {
  if (use.kind === 'unknown') return 'unknown';
  const registers = ruleEntry(use.name)?.registers ?? 'custom';
  return registers === 'optional' ? 'conditional' : registers;
}

/** The validation options of one decorator. */
interface RuleOptions {
  readonly each: boolean;
  /** The author's text. */
  readonly message: string | undefined;
  /** Something that only class-validator can do: groups, a condition, a message function. */
  readonly beyond: boolean;
}

/** Decorators whose text fits when there is no value at all. */
const ASKS_FOR_A_VALUE: ReadonlySet<string> = new Set([
  'IsDefined',
  'IsNotEmpty',
  'IsString',
  'IsNumber',
  'IsInt',
  'IsBoolean',
  'IsArray',
  'IsObject',
  'IsDate',
  'IsEnum',
]);

/** Folds the rules of one property, one after the other, into what the schema says. */
class RuleFold {
  private keywords: JsonSchemaObject = {};
  private itemKeywords: JsonSchemaObject = {};
  private readonly messages = new Map<string, string>();
  private readonly itemMessages = new Map<string, string>();
  private readonly uncovered: string[] = [];
  private readonly findings: { readonly node: ts.Node; readonly finding: Finding }[] = [];
  private required = false;
  /** The rules that an absent value breaks. */
  private readonly absent: { readonly decorator: string; readonly message: string | undefined }[] = [];

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly property: string,
    private readonly target: string,
    private readonly kind: ValueKind,
  ) {}

  fold(uses: readonly DecoratorUse[]): PropertyRules {
    const rules = uses.map((use) => ({ use, entry: use.kind === 'rule' ? ruleEntry(use.name) : undefined }));
    const optional = rules.some(({ entry }) => entry?.registers === 'optional');
    // Under a condition no rule is certain, and what is unknown may be a condition.
    const uncertain = rules.some(
      ({ entry, use }) => entry === undefined || entry.registers === 'conditional' || this.isUncertain(use, entry),
    );
    for (const { use, entry } of rules) {
      if (uncertain || use.kind === 'unknown' || entry === undefined) this.uncover(use.name);
      else this.add(use, entry);
    }
    for (const { use, entry } of rules) this.look(use, entry);
    const absent = this.absentMessage();
    if (absent !== undefined) this.messages.set('required', absent);
    return {
      keywords: this.keywords,
      itemKeywords: this.itemKeywords,
      optional,
      required: !optional && this.required,
      covered: this.uncovered.length === 0,
      registered: this.uncovered.length === 0 ? registeredNames(uses) : markOf(uses),
      uncovered: this.uncovered,
      messages: Object.fromEntries(this.messages),
      itemMessages: Object.fromEntries(this.itemMessages),
      findings: this.findings,
    };
  }

  /**
   * The text for an absent value: of a rule that asks for a value or its kind, or of the only rule. "It is too long" would
   * mislead where there is nothing.
   */
  private absentMessage(): string | undefined {
    const candidates =
      this.absent.length === 1 ? this.absent : this.absent.filter((one) => ASKS_FOR_A_VALUE.has(one.decorator));
    return candidates.find((one) => one.message !== undefined)?.message;
  }

  /** `@IsOptional({ groups: [...] })` is a condition too. */
  private isUncertain(use: DecoratorUse, entry: RuleEntry): boolean {
    return entry.registers === 'optional' && use.kind === 'rule' && this.options(use, entry).beyond;
  }

  private add(use: RuleUse, entry: RuleEntry): void {
    const options = this.options(use, entry);
    const reading = this.reading(use, entry, options);
    if (reading === undefined) {
      this.uncover(use.name);
      return;
    }
    if (!reading.exact) this.uncover(use.name);
    if (isPerItem(options, entry)) this.addToItems(reading, options);
    else this.addToValue(reading, options, entry);
  }

  private addToValue(reading: RuleReading, { message }: RuleOptions, entry: RuleEntry): void {
    this.keywords = this.tighten(this.keywords, reading.keywords, this.messages, message);
    if (entry.takesAbsent === true) return;
    this.required = true;
    this.absent.push({ decorator: entry.decorator, message });
  }

  private addToItems(reading: RuleReading, { message }: RuleOptions): void {
    this.itemKeywords = this.tighten(this.itemKeywords, reading.keywords, this.itemMessages, message);
    this.required = true;
    // What is no array is looked at as if it were an item.
    if (!validates(reading.keywords, null))
      this.keywords = this.tighten(this.keywords, NOT_NULL, this.messages, undefined);
  }

  private tighten(
    before: JsonSchemaObject,
    added: JsonSchemaObject,
    messages: Map<string, string>,
    message: string | undefined,
  ): JsonSchemaObject {
    const { schema, impossible } = intersect(before, added);
    const after = impossible ? NOTHING : schema;
    for (const keyword of keywordsToBlame(added)) {
      const own = before as Readonly<Record<string, unknown>>;
      const tightened = (after as Readonly<Record<string, unknown>>)[keyword] !== own[keyword];
      if (message !== undefined && (tightened || !messages.has(keyword))) messages.set(keyword, message);
      else if (tightened) messages.delete(keyword);
    }
    return after;
  }

  /** The keywords of a rule, where it decides of the values that this property can have. */
  private reading(use: RuleUse, entry: RuleEntry, options: RuleOptions): RuleReading | undefined {
    if (options.beyond || entry.read === undefined) return this.plainDate(entry, options);
    const kind = isPerItem(options, entry) ? this.kind.items : this.kind.value;
    if (entry.anyValue === true) return kind && anyValueReading(entry.read([]), kind);
    if (kind === undefined || (kind !== 'plain' && !(kind === 'object' && !options.each))) return undefined;
    const args = this.constants(use, entry);
    const reading = args && entry.read(args);
    if (reading === undefined) return undefined;
    if (reading.scalarItems === true && this.kind.scalarItems !== true) {
      const { uniqueItems: _uniqueItems, ...keywords } = reading.keywords;
      return { keywords, exact: false };
    }
    return reading;
  }

  /** A value of type `Date` was revived, so that it is a date. */
  private plainDate(entry: RuleEntry, options: RuleOptions): RuleReading | undefined {
    const kind = options.each ? this.kind.items : this.kind.value;
    return entry.decorator === 'IsDate' && !options.beyond && kind === 'date'
      ? { keywords: {}, exact: true }
      : undefined;
  }

  /** The arguments before the options; undefined when one is no constant. */
  private constants(use: RuleUse, entry: RuleEntry): readonly Constant[] | undefined {
    const values: Constant[] = [];
    for (const argument of use.args.slice(0, optionsAt(use, entry, this.checker))) {
      const result = evaluate(argument, this.checker, use.bindings);
      if (!('value' in result)) return undefined;
      values.push(result.value);
    }
    return values;
  }

  private options(use: RuleUse, entry: RuleEntry): RuleOptions {
    const argument = use.args[optionsAt(use, entry, this.checker)];
    if (argument === undefined) return { each: false, message: undefined, beyond: false };
    const properties = evaluateProperties(argument, this.checker, use.bindings);
    if (!(properties instanceof Map)) return this.withoutOptions(argument, use);
    const options = properties as ReadonlyMap<string, Evaluation>;
    const value = (name: string): Constant | symbol => {
      const found = options.get(name);
      return found === undefined || 'value' in found ? found?.value : NOT_CONSTANT;
    };
    const [each, message, groups] = [value('each'), value('message'), value('groups')];
    const hasGroups = groups !== undefined && !(Array.isArray(groups) && groups.length === 0);
    const beyond = hasGroups || value('validateIf') !== undefined || typeof each === 'symbol' || !isText(message);
    return {
      each: each === true,
      message: typeof message === 'string' ? this.filled(message, use, entry) : undefined,
      beyond,
    };
  }

  /** `undefined` as options, from a parameter of a helper, is none. */
  private withoutOptions(argument: ts.Expression, use: RuleUse): RuleOptions {
    const whole = evaluate(argument, this.checker, use.bindings);
    return { each: false, message: undefined, beyond: !('value' in whole) || whole.value !== undefined };
  }

  /** A text with everything filled in that is known now; `$value` stays. */
  private filled(message: string, use: RuleUse, entry: RuleEntry): string {
    const constraints = this.constants(use, entry) ?? [];
    let text = message;
    for (const [index, constraint] of constraints.entries()) {
      const shown = Array.isArray(constraint)
        ? (constraint as readonly Constant[]).map(constantText).join(', ')
        : constantText(constraint);
      text = text.replaceAll(`$constraint${index + 1}`, () => shown);
    }
    return text.replaceAll('$property', () => this.property).replaceAll('$target', () => this.target);
  }

  /** Looks for danger in a regular expression, whoever runs it; the length of the text is known by now. */
  private look(use: DecoratorUse, entry: RuleEntry | undefined): void {
    if (use.kind !== 'rule' || entry?.decorator !== 'Matches' || isTrusted(use.node)) return;
    const args = this.constants(use, entry);
    const expression = args && entry.read?.(args)?.expression;
    if (expression === undefined) return;
    const { each } = this.options(use, entry);
    const { maxLength } = each ? this.itemKeywords : this.keywords;
    const where = `@${use.name} of '${this.target}.${this.property}'`;
    const finding = patternDanger(expression, { where, maxLength });
    if (finding !== undefined) this.findings.push({ node: use.node, finding });
  }

  private uncover(name: string): void {
    if (!this.uncovered.includes(name)) this.uncovered.push(name);
  }
}

/** Whether a rule looks at each item instead of the value; conditions and nesting look at the value either way. */
function isPerItem({ each }: RuleOptions, { registers }: RuleEntry): boolean {
  return each && (registers === undefined || registers === 'defined');
}

/** Of a value that revival makes, only whether it is null can be told from its JSON form. */
function anyValueReading(reading: RuleReading | undefined, kind: Kind): RuleReading | undefined {
  if (kind === 'plain' || kind === 'object') return reading;
  return reading && exactly(reading.keywords.type === NOT_NULL.type ? NOT_NULL : {});
}

/** What rules that contradict each other leave; the report comes when they meet the type. */
const NOTHING: JsonSchemaObject = { enum: [] };

const NOT_CONSTANT = Symbol('no constant');

function isText(message: Constant | symbol): boolean {
  return message === undefined || typeof message === 'string';
}

/** The keywords that say no where a rule is broken: those of its own, and `type` only when it has no others. */
function keywordsToBlame(keywords: JsonSchemaObject): readonly string[] {
  const others = Object.keys(keywords).filter((keyword) => keyword !== 'type');
  if (others.includes('enum')) return [...others, 'const', 'type'];
  return others.length === 0 ? ['type'] : others;
}

const OPTION_NAMES = ['each', 'message', 'groups', 'always', 'context', 'validateIf'];

/** Where the validation options stand: `Matches(pattern, options)` has them where the modifiers could be. */
function optionsAt(use: RuleUse, entry: RuleEntry, checker: ts.TypeChecker): number {
  const early = entry.optionsMayComeEarly === true ? use.args[entry.optionsAt - 1] : undefined;
  if (early === undefined || use.args[entry.optionsAt] !== undefined) return entry.optionsAt;
  const properties = evaluateProperties(early, checker, use.bindings);
  const isOptions = properties instanceof Map && OPTION_NAMES.some((name) => properties.has(name));
  return isOptions ? entry.optionsAt - 1 : entry.optionsAt;
}

function isTrusted(node: ts.Node): boolean {
  const member = ts.findAncestor(node, ts.isClassElement);
  return member !== undefined && ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'trustedPattern');
}
