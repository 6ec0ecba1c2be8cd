import { validates, type JsonSchemaObject } from '@haft/schema';
import type { Finding } from '../../diagnostics/diagnostics.js';
import { ts } from '../../program/typescript.js';
import { intersect } from '../intersect.js';
import { patternDanger } from '../patterns/pattern-danger.js';
import type { DecoratorUse, RuleUse, UnknownUse } from './decorator-uses.js';
import type { PropertyRules } from './property-rules.js';
import { registeredName } from './registered-name.js';
import { RuleArguments, type RuleOptions } from './rule-arguments.js';
import { NOT_NULL, type RuleEntry, type RuleReading } from './rule-entry.js';
import { ruleEntry } from './rule-table.js';
import type { Kind, ValueKind } from './value-kind.js';

/** Combines the rules of one property, one after the other, into keywords. */
export class RuleFold {
  private readonly args: RuleArguments;
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
    checker: ts.TypeChecker,
    private readonly property: string,
    private readonly target: string,
    private readonly kind: ValueKind,
  ) {
    this.args = new RuleArguments(checker, property, target);
  }

  /**
   * @param dropped - inherited rules that a redeclared property replaces, unless groups are
   *   requested
   */
  fold(uses: readonly DecoratorUse[], dropped: readonly DecoratorUse[] = []): PropertyRules {
    const rules = uses.map((use) => ({ use, entry: use.kind === 'rule' ? ruleEntry(use.name) : undefined }));
    const optional = rules.some(({ entry }) => entry?.registers === 'optional');
    // Under a condition, no rule is certain. An unknown decorator may be a condition.
    const uncertain = rules.some(
      ({ entry, use }) => entry === undefined || entry.registers === 'conditional' || this.isUncertain(use, entry),
    );
    for (const { use, entry } of rules) {
      if (uncertain || use.kind === 'unknown' || entry === undefined) this.uncover(use.name);
      else this.add(use, entry);
    }
    for (const use of dropped) if (this.returnsInGroups(use)) this.uncover(use.name);
    for (const { use, entry } of rules) this.look(use, entry);
    for (const use of uses) if (use.kind === 'unknown') this.reportUnresolved(use);
    const absent = this.absentMessage();
    if (absent !== undefined) this.messages.set('required', absent);
    return {
      keywords: this.keywords,
      itemKeywords: this.itemKeywords,
      optional,
      nullable: this.kind.nullable === true,
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
   * Returns the message for an absent value: that of a rule about presence or kind, or of the only
   * rule. "It is too long" would mislead if there is no value.
   */
  private absentMessage(): string | undefined {
    const candidates =
      this.absent.length === 1 ? this.absent : this.absent.filter((one) => ASKS_FOR_A_VALUE.has(one.decorator));
    return candidates.find((one) => one.message !== undefined)?.message;
  }

  /** Returns whether a rule is a condition, such as `@IsOptional({ groups: [...] })`. */
  private isUncertain(use: DecoratorUse, entry: RuleEntry): boolean {
    return entry.registers === 'optional' && use.kind === 'rule' && this.args.options(use, entry).beyond;
  }

  /**
   * Returns whether a replaced rule may run again. Only rules that run for the requested groups
   * replace inherited ones.
   */
  private returnsInGroups(use: DecoratorUse): boolean {
    const entry = use.kind === 'rule' ? ruleEntry(use.name) : undefined;
    return use.kind === 'unknown' || entry === undefined || this.args.options(use, entry).inGroups;
  }

  private add(use: RuleUse, entry: RuleEntry): void {
    const options = this.args.options(use, entry);
    const reading = this.reading(use, entry, options);
    if (reading === undefined) {
      this.uncover(use.name);
      return;
    }
    if (!reading.exact || options.inGroups) this.uncover(use.name);
    if (isPerItem(options, entry)) this.addToItems(reading, options);
    else this.addToValue(reading, options, entry);
  }

  private addToValue(reading: RuleReading, { message }: RuleOptions, entry: RuleEntry): void {
    this.keywords = this.tighten(this.keywords, reading.keywords, this.messages, message);
    if (reading.items !== undefined)
      this.itemKeywords = this.tighten(this.itemKeywords, reading.items, this.itemMessages, message);
    if (entry.takesAbsent === true) return;
    this.required = true;
    this.absent.push({ decorator: entry.decorator, message });
  }

  private addToItems(reading: RuleReading, { message }: RuleOptions): void {
    this.itemKeywords = this.tighten(this.itemKeywords, reading.keywords, this.itemMessages, message);
    this.required = true;
    // A value that is not an array is checked as if it were an item.
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

  /** Returns the keywords of a rule, if it decides for the values of this property. */
  private reading(use: RuleUse, entry: RuleEntry, options: RuleOptions): RuleReading | undefined {
    if (options.beyond || entry.read === undefined) return this.plainDate(entry, options);
    const kind = isPerItem(options, entry) ? this.kind.items : this.kind.value;
    if (entry.anyValue === true) return kind && this.anyValueReading(entry.read([]), kind);
    if (kind === undefined || (kind !== 'plain' && !(kind === 'object' && !options.each))) return undefined;
    const args = this.args.constants(use, entry);
    const reading = args && entry.read(args);
    if (reading === undefined) return undefined;
    if (reading.scalarItems === true && this.kind.scalarItems !== true) {
      const { uniqueItems: _uniqueItems, ...keywords } = reading.keywords;
      return { keywords, exact: false };
    }
    return reading;
  }

  /** Returns the keywords for a revived value. Its JSON form shows only whether it is null. */
  private anyValueReading(reading: RuleReading | undefined, kind: Kind): RuleReading | undefined {
    if (reading === undefined) return undefined;
    const { keywords, items } = reading;
    const ofItems =
      this.kind.items === undefined || items === undefined ? {} : { items: revived(items, this.kind.items) };
    // The contents of a `Map` or `Set` are known only after revival.
    const exact = items === undefined || kind !== 'other';
    return { keywords: revived(keywords, kind), exact, ...ofItems };
  }

  /** Returns the keywords for a `Date`: a revived value is always a date. */
  private plainDate(entry: RuleEntry, options: RuleOptions): RuleReading | undefined {
    const kind = options.each ? this.kind.items : this.kind.value;
    return entry.decorator === 'IsDate' && !options.beyond && kind === 'date'
      ? { keywords: {}, exact: true }
      : undefined;
  }

  /**
   * Reports a dangerous regular expression, even if class-validator runs it. The length of the text
   * is known by now.
   */
  private look(use: DecoratorUse, entry: RuleEntry | undefined): void {
    if (use.kind !== 'rule' || entry?.decorator !== 'Matches' || isTrusted(use.node)) return;
    const args = this.args.constants(use, entry);
    const expression = args && entry.read?.(args)?.expression;
    if (expression === undefined) return;
    const { each } = this.args.options(use, entry);
    const { maxLength } = each ? this.itemKeywords : this.keywords;
    const where = `@${use.name} of '${this.target}.${this.property}'`;
    const finding = patternDanger(expression, { where, maxLength });
    if (finding !== undefined) this.findings.push({ node: use.node, finding });
  }

  /** Reports a decorator of an import that is not found: the schema would lack its rules. */
  private reportUnresolved({ name, node, unresolved }: UnknownUse): void {
    if (unresolved === undefined) return;
    const finding: Finding = {
      code: 'HAFT1101',
      message: `@${name} of '${this.target}.${this.property}' cannot be read: ${unresolved.what}.`,
      fix: unresolved.fix,
    };
    this.findings.push({ node, finding });
  }

  private uncover(name: string): void {
    if (!this.uncovered.includes(name)) this.uncovered.push(name);
  }
}

/**
 * Returns whether a rule checks each item instead of the value. Conditions and nesting always check
 * the value.
 */
function isPerItem({ each }: RuleOptions, { registers }: RuleEntry): boolean {
  return each && (registers === undefined || registers === 'defined');
}

/** Returns the keywords for a value that revival changes: only whether it may be null. */
function revived(keywords: JsonSchemaObject, kind: Kind): JsonSchemaObject {
  if (kind === 'plain' || kind === 'object') return keywords;
  return validates(keywords, null) ? {} : NOT_NULL;
}

/** The result of rules that contradict each other. The report follows when they meet the type. */
const NOTHING: JsonSchemaObject = { enum: [] };

/**
 * Returns the keywords that reject a value that breaks the rule: its own keywords, and `type` only
 * if there are no others.
 */
function keywordsToBlame(keywords: JsonSchemaObject): readonly string[] {
  const others = Object.keys(keywords).filter((keyword) => keyword !== 'type');
  if (others.includes('enum')) return [...others, 'const', 'type'];
  return others.length === 0 ? ['type'] : others;
}

function isTrusted(node: ts.Node): boolean {
  const member = ts.findAncestor(node, ts.isClassElement);
  return member !== undefined && ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'trustedPattern');
}

/** Decorators whose message suits an absent value. */
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

function registeredNames(uses: readonly DecoratorUse[]): readonly string[] {
  return uses
    .flatMap(({ name }) => ruleEntry(name) ?? [])
    .map(registeredName)
    .sort();
}

/**
 * Returns the mark of rules that Haft cannot read. In a helper or a library, a decorator may be
 * something else than a rule.
 */
function markOf(uses: readonly DecoratorUse[]): '*' | '?' {
  return uses.some((use) => use.kind === 'rule') ? '*' : '?';
}
