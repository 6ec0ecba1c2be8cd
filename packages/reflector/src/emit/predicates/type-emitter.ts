import type { JsonSchema, JsonSchemaObject, JsonValue } from '@haft/schema';
import { followed, resolverOf, revisits, type Resolve } from '@haft/schema/internal';
import type { ClassReference, TypeModel } from '../../model.js';
import type { ModuleParts } from '../module-parts.js';
import { parameterName, typeName } from '../names.js';
import { Builds } from './builds.js';
import { Code, grouped, joined, negated, Scope } from './code.js';
import { EmitError } from '../emit-error.js';
import type { Keyword, Mode, Site, ValueKind } from './keyword.js';
import { keywordGroups } from './keyword-groups.js';
import { patternLiteral } from './pattern-literal.js';
import { checksFormat, emitRevival } from './revival.js';
import { kindTest, onlyKind } from './type.js';
import { TypeMarks } from './type-marks.js';

/** Writes the check, and the building, of one type. */
export class TypeEmitter {
  private readonly building: Builds;
  private readonly marks: TypeMarks;
  /** The functions that check one object of a list. */
  readonly itemChecks = new Map<JsonSchema, string>();
  private readonly comingAgain = new Map<JsonSchema, boolean>();
  private readonly find: Resolve;

  constructor(
    private readonly type: Pick<TypeModel, 'schema' | 'revivals'>,
    private readonly parts: ModuleParts,
    /**
     * An object that is always rebuilt with every declared property: the arguments of a positional
     * tool.
     */
    private readonly fixedShape?: JsonSchemaObject,
  ) {
    this.find = resolverOf(type.schema);
    this.building = new Builds(type);
    this.marks = new TypeMarks(type, (reference) => this.class(reference));
  }

  /**
   * Writes the check of a value in a variable. Returns the variable of the result: the same one if
   * nothing is built.
   */
  value(schema: JsonSchema, value: string, code: Code, mode: Mode): string {
    if (schema === true) return value;
    if (schema === false) {
      code.refuseIf('true');
      return value;
    }
    const site: Site = {
      schema,
      value,
      code,
      mode: mode === 'build' && this.builds(schema) ? mode : 'check',
      emitter: this,
    };
    let built = value;
    for (const group of keywordGroups(schema)) {
      const result =
        group.kind === undefined ? this.emitAll(group.keywords, site) : this.emitKind(group.kind, group.keywords, site);
      if (result === undefined) continue;
      if (built !== value) this.unsupported('two keywords of one schema become run-time values');
      built = result;
    }
    const revival = site.mode === 'build' ? this.type.revivals.get(schema) : undefined;
    return revival === undefined ? built : emitRevival(revival, built, { schema, value, code, emitter: this });
  }

  /**
   * As {@link value}, for an item of a list. Larger objects get a function. If a list has invalid
   * items, it also finds the valid ones 7 times faster than the schema would.
   */
  item(schema: JsonSchema, value: string, code: Code, mode: Mode): string {
    if (typeof schema === 'boolean' || !this.isWorthAFunction(schema)) return this.value(schema, value, code, mode);
    const builds = mode === 'build' && this.builds(schema);
    const name = builds ? this.buildFunction(schema, value) : this.checkFunction(schema, value);
    this.itemChecks.set(schema, name);
    if (!builds) {
      code.refuseIf(`!${name}(${value})`);
      return value;
    }
    const built = code.scope.local(`${value}Object`);
    code.line(`const ${built} = ${name}(${value});`);
    code.refuseIf(`${built} === undefined`);
    return built;
  }

  /** Returns an expression that is true if the value breaks the schema. */
  refusal(schema: JsonSchema, value: string): string {
    // Written for the function first: a schema inside others is written once, at any depth.
    const code = this.checkOf(schema, PARAMETER);
    const refusals = code.refusals;
    if (refusals === undefined || joined(refusals).length > LONGEST_EXPRESSION) {
      const name = this.parts.function(`is_${typeName(value, 'Value')}`, functionText(PARAMETER, code, 'return true;'));
      return `!${name}(${value})`;
    }
    return joined((value === PARAMETER ? code : this.checkOf(schema, value)).refusals ?? []);
  }

  /** Returns an expression that is true if the value is valid. */
  acceptance(schema: JsonSchema, value: string): string {
    return negated(this.refusal(schema, value));
  }

  /** Returns an expression for the built value, or for undefined if the value breaks the schema. */
  builtOrUndefined(schema: JsonSchema, value: string): string {
    if (this.builds(schema)) return `${this.buildFunction(schema, value)}(${value})`;
    const refusal = this.refusal(schema, value);
    return refusal === 'false' ? value : `${grouped(refusal)} ? undefined : ${value}`;
  }

  /** Returns the name of the function of a `$ref`. */
  referenced(pointer: string, mode: Mode): string {
    const target = this.find(pointer);
    if (target === undefined) return this.unsupported(`the reference "${pointer}" leads nowhere`);
    const name = typeName(pointer.slice(pointer.lastIndexOf('/') + 1), 'Value');
    const parameter = parameterName(name);
    const key = `${mode} ${pointer} ${this.marks.of(pointer, mode)}`;
    const wanted = `${mode === 'check' ? 'is' : 'as'}_${name}`;
    const write = (): string => this.functionText(target, parameter, mode);
    if (!this.comesAgain(target)) return this.parts.recursive(wanted, key, write);
    return this.parts.recursive(wanted, `once ${key}`, () => {
      const values = this.constant('values', `new ${this.helper('CheckedValues')}()`);
      const inside = this.parts.recursive(`${wanted}_inside`, key, write);
      return `(${parameter}) {\n  return ${values}.once(${inside}, ${parameter});\n}`;
    });
  }

  /**
   * Returns whether several branches of a union may visit the same value and everything inside it.
   */
  private comesAgain(schema: JsonSchema): boolean {
    if (typeof schema === 'boolean') return false;
    const known = this.comingAgain.get(schema);
    if (known !== undefined) return known;
    const found = revisits(schema, this.find, 'named');
    this.comingAgain.set(schema, found);
    return found;
  }

  resolve(schema: JsonSchema): JsonSchema | undefined {
    const target = followed(schema, this.find);
    return typeof target === 'object' && target.$ref !== undefined ? undefined : target;
  }

  /** Returns whether something new replaces the value. */
  builds(schema: JsonSchema): boolean {
    return schema === this.fixedShape || this.building.has(schema);
  }

  /** Returns whether the object itself is rebuilt. */
  buildsObject(schema: JsonSchemaObject): boolean {
    return schema === this.fixedShape || this.building.hasObject(schema);
  }

  /** Returns whether an object has every declared property, the absent ones as undefined. */
  isFixedShape(schema: JsonSchemaObject): boolean {
    return schema === this.fixedShape;
  }

  /** Returns whether the code that creates the run-time value checks the format too. */
  formatIsChecked(schema: JsonSchemaObject): boolean {
    return checksFormat(this.type.revivals.get(schema), schema);
  }

  /** Returns the class of the instance that an object becomes. */
  instanceOf(schema: JsonSchemaObject): string | undefined {
    const revival = this.type.revivals.get(schema);
    return revival?.kind === 'dto' ? this.class(revival.class) : undefined;
  }

  /** Returns the default of an absent property of the object. */
  presetOf(object: JsonSchemaObject, property: JsonSchema): JsonValue | undefined {
    return this.building.presetOf(object, property);
  }

  class(reference: ClassReference): string {
    return this.parts.imports.class(reference);
  }

  plainToInstance(): string {
    return this.parts.imports.plainToInstance();
  }

  helper(name: string): string {
    return this.parts.imports.helper(name);
  }

  constant(kind: string, expression: string): string {
    return this.parts.constant(kind, expression);
  }

  /** Returns the constant of a regular expression. */
  pattern(source: string): string {
    return this.constant('pattern', patternLiteral(source));
  }

  unsupported(reason: string): never {
    throw new EmitError(reason);
  }

  private emitAll(keywords: readonly Keyword[], site: Site): string | undefined {
    let built: string | undefined;
    for (const one of keywords) {
      const result = one.emit(site);
      if (result !== undefined && built !== undefined)
        this.unsupported('two keywords of one schema become run-time values');
      built ??= result;
    }
    return built;
  }

  /** Writes the keywords of one kind of value, after a test if other kinds are allowed. */
  private emitKind(kind: ValueKind, keywords: readonly Keyword[], site: Site): string | undefined {
    const only = onlyKind(site.schema);
    if (only === kind && !namesValues(site.schema)) return this.emitAll(keywords, site);
    if (only !== undefined && only !== kind) return undefined;
    const { value, code } = site;
    const inner = new Code(code.scope);
    const test = kindTest(kind, value, (name) => this.helper(name));
    const result = this.emitAll(keywords, { ...site, code: inner });
    if (result === undefined) {
      const refusals = inner.refusals;
      if (refusals === undefined) code.nest(`if (${test})`, inner);
      else if (refusals.length > 0) code.refuseIf(`${test} && ${grouped(joined(refusals))}`);
      return undefined;
    }
    const built = code.scope.local(`${value}Value`);
    code.line(`let ${built} = ${value};`);
    inner.line(`${built} = ${result};`);
    code.nest(`if (${test})`, inner);
    return built;
  }

  private checkOf(schema: JsonSchema, value: string): Code {
    const code = new Code(new Scope('return false;', [value]));
    this.value(schema, value, code, 'check');
    return code;
  }

  private isWorthAFunction(schema: JsonSchemaObject): boolean {
    const isObject = schema.type === 'object' && Object.keys(schema.properties ?? {}).length >= FEWEST_PROPERTIES;
    // class-transformer may run code of the project: only once, after everything else is valid.
    return isObject && !this.building.transforms(schema);
  }

  private checkFunction(schema: JsonSchema, value: string): string {
    const text = functionText(PARAMETER, this.checkOf(schema, PARAMETER), 'return true;');
    return this.parts.function(`is_${typeName(value, 'Value')}`, text);
  }

  private buildFunction(schema: JsonSchema, value: string): string {
    const dto = typeof schema === 'object' ? this.instanceOf(schema) : undefined;
    const text = this.functionText(schema, PARAMETER, 'build');
    return this.parts.function(`as_${dto ?? typeName(value, 'Value')}`, text);
  }

  /** Returns the text of a function after its name. */
  functionText(schema: JsonSchema, parameter: string, mode: Mode): string {
    if (mode === 'check') return functionText(parameter, this.checkOf(schema, parameter), 'return true;');
    const code = new Code(new Scope('return;', [parameter]));
    code.returns(this.value(schema, parameter, code, 'build'));
    return functionText(parameter, code);
  }
}

/** The parameter's name in shared functions, so that equal checks have equal texts. */
const PARAMETER = 'value';
/** The fewest properties of a list's object: with fewer, a call costs as much as the check. */
const FEWEST_PROPERTIES = 3;
/** The longest expression in characters. A longer check gets a function. */
const LONGEST_EXPRESSION = 200;

function functionText(parameter: string, code: Code, ...last: readonly string[]): string {
  const lines = [...code.toLines(), ...last].map((line) => `  ${line}\n`);
  return `(${parameter}) {\n${lines.join('')}}`;
}

/** Returns whether the type needs no separate check. See the keyword `type`. */
function namesValues(schema: JsonSchemaObject): boolean {
  return schema.enum !== undefined || schema.const !== undefined;
}
