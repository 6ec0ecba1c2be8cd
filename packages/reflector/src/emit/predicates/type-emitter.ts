import type { JsonSchema, JsonSchemaObject, JsonValue } from '@haft/schema';
import type { ClassReference, TypeModel } from '../../model.js';
import type { ModuleParts } from '../module-parts.js';
import { parameterName, typeName } from '../names.js';
import { Builds } from './builds.js';
import { Code, grouped, joined, negated, Scope } from './code.js';
import { EmitError } from '../emit-error.js';
import type { Keyword, Mode, Site, ValueKind } from './keyword.js';
import { keywordGroups } from './keyword-groups.js';
import { patternLiteral } from './pattern-literal.js';
import { resolvePointer } from './resolve-pointer.js';
import { checksFormat, emitRevival } from './revival.js';
import { kindTest, onlyKind } from './type.js';
import { TypeMarks } from './type-marks.js';

/** Writes the check, and the building, of one type. */
export class TypeEmitter {
  private readonly building: Builds;
  private readonly marks: TypeMarks;
  /** The functions that check an object in a list by itself. */
  readonly itemChecks = new Map<JsonSchema, string>();

  constructor(
    private readonly type: Pick<TypeModel, 'schema' | 'revivals'>,
    private readonly parts: ModuleParts,
    /** An object that is always made anew, with every declared property in it: the arguments of a positional tool. */
    private readonly fixedShape?: JsonSchemaObject,
  ) {
    this.building = new Builds(type);
    this.marks = new TypeMarks(type, (reference) => this.class(reference));
  }

  /**
   * Writes the check of a value that stands in a variable. Returns the variable of what it becomes: the same one when
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
   * As {@link value}, for an item of a list. Objects of some size get a function: it also tells the good items from the bad ones
   * where something is wrong in the list, 7 times faster than the schema would.
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

  /** An expression that is true when the value breaks the schema. */
  refusal(schema: JsonSchema, value: string): string {
    // Written for the function first: a schema inside others is written once, however deep it stands.
    const code = this.checkOf(schema, PARAMETER);
    const refusals = code.refusals;
    if (refusals === undefined || joined(refusals).length > LONGEST_EXPRESSION) {
      const name = this.parts.function(`is_${typeName(value, 'Value')}`, functionText(PARAMETER, code, 'return true;'));
      return `!${name}(${value})`;
    }
    return joined((value === PARAMETER ? code : this.checkOf(schema, value)).refusals ?? []);
  }

  /** An expression that is true when the value fits the schema. */
  acceptance(schema: JsonSchema, value: string): string {
    return negated(this.refusal(schema, value));
  }

  /** An expression for what the value becomes, or undefined when it breaks the schema. */
  builtOrUndefined(schema: JsonSchema, value: string): string {
    if (this.builds(schema)) return `${this.buildFunction(schema, value)}(${value})`;
    const refusal = this.refusal(schema, value);
    return refusal === 'false' ? value : `${grouped(refusal)} ? undefined : ${value}`;
  }

  /** The name of the function of a `$ref`. */
  referenced(pointer: string, mode: Mode): string {
    const target = resolvePointer(this.type.schema, pointer);
    if (target === undefined) return this.unsupported(`the reference "${pointer}" leads nowhere`);
    const name = typeName(pointer.slice(pointer.lastIndexOf('/') + 1), 'Value');
    const parameter = parameterName(name);
    const key = `${mode} ${pointer} ${this.marks.of(pointer, mode)}`;
    return this.parts.recursive(`${mode === 'check' ? 'is' : 'as'}_${name}`, key, () =>
      this.functionText(target, parameter, mode),
    );
  }

  resolve(schema: JsonSchema): JsonSchema | undefined {
    let current: JsonSchema | undefined = schema;
    for (let steps = 0; steps < 100; steps++) {
      if (typeof current !== 'object' || current.$ref === undefined) return current;
      current = resolvePointer(this.type.schema, current.$ref);
    }
    return undefined;
  }

  /** Something new takes the place of the value. */
  builds(schema: JsonSchema): boolean {
    return schema === this.fixedShape || this.building.has(schema);
  }

  /** The object itself is made anew. */
  buildsObject(schema: JsonSchemaObject): boolean {
    return schema === this.fixedShape || this.building.hasObject(schema);
  }

  /** An object that has every declared property, the absent ones as undefined. */
  isFixedShape(schema: JsonSchemaObject): boolean {
    return schema === this.fixedShape;
  }

  /** The run-time value is made by something that checks the format too. */
  formatIsChecked(schema: JsonSchemaObject): boolean {
    return checksFormat(this.type.revivals.get(schema), schema);
  }

  /** The class of the instance that an object becomes. */
  instanceOf(schema: JsonSchemaObject): string | undefined {
    const revival = this.type.revivals.get(schema);
    return revival?.kind === 'dto' ? this.class(revival.class) : undefined;
  }

  /** The default that is put in where a property of the object is absent. */
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

  /** The constant of a regular expression. */
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

  /** Keywords of one kind of value, behind a test where others come in too. */
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
    // What class-transformer makes may run code of the project: once, and only when all else is right.
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

  /** All of a function behind its name. */
  functionText(schema: JsonSchema, parameter: string, mode: Mode): string {
    if (mode === 'check') return functionText(parameter, this.checkOf(schema, parameter), 'return true;');
    const code = new Code(new Scope('return;', [parameter]));
    code.returns(this.value(schema, parameter, code, 'build'));
    return functionText(parameter, code);
  }
}

/** What the parameter of a shared function is called, so that equal checks have equal texts. */
const PARAMETER = 'value';
/** Of an object in a list: with fewer, a call costs as much as the check. */
const FEWEST_PROPERTIES = 3;
/** In characters: a longer check gets a function. */
const LONGEST_EXPRESSION = 200;

function functionText(parameter: string, code: Code, ...last: readonly string[]): string {
  const lines = [...code.toLines(), ...last].map((line) => `  ${line}\n`);
  return `(${parameter}) {\n${lines.join('')}}`;
}

/** The type is not checked by itself: see the keyword `type`. */
function namesValues(schema: JsonSchemaObject): boolean {
  return schema.enum !== undefined || schema.const !== undefined;
}
