import { phraseOf, type JsonSchema, type JsonSchemaObject } from '@haft/schema';
import { quote } from '../literal.js';
import type { ModuleParts } from '../module-parts.js';
import { typeName } from '../names.js';
import { Code, Scope } from '../predicates/code.js';
import { resolvePointer } from '../predicates/resolve-pointer.js';
import { kindTest } from '../predicates/type.js';
import { TypeEmitter } from '../predicates/type-emitter.js';
import { emitList } from './emit-list.js';
import { emitObject } from './emit-object.js';
import { emitUnion } from './emit-union.js';
import { followed, formOf, outside } from './form-of.js';
import { partText } from './part-text.js';

/** Writes the functions that find what is wrong with a value, for one document. */
export class CollectorEmitter {
  private readonly tests: TypeEmitter;
  /** By schema: a definition that many places refer to is written once. */
  private readonly functions = new Map<JsonSchema, string>();
  private readonly targets = new Map<JsonSchema, JsonSchema>();

  constructor(
    private readonly root: JsonSchemaObject,
    private readonly parts: ModuleParts,
  ) {
    this.tests = new TypeEmitter({ schema: root, revivals: new Map() }, parts);
  }

  /**
   * The name of a function that looks at a value of the schema; functions of equal text are one.
   *
   * @param name - like a property's
   */
  function(schema: JsonSchema, name: string): string {
    const known = this.functions.get(schema);
    if (known !== undefined) return known;
    const code = new Code(new Scope('return;', ['value', 'walk']));
    this.body(schema, 'value', code);
    const lines = code.toLines().map((line) => `  ${line}\n`);
    const written = this.parts.function(`collect_${typeName(name, 'Value')}`, `(value, walk) {\n${lines.join('')}}`);
    this.functions.set(schema, written);
    return written;
  }

  /** Looks at the value of a variable that stands under a key. */
  at(schema: JsonSchema, key: string, value: string, code: Code): void {
    const real = this.followed(schema);
    const { kind } = formOf(real, this.root);
    if (kind === 'anything') return;
    if (kind === 'leaf' || kind === 'whole') {
      this.told(real, value, `walk.at(${key}, ${value}, ${this.part(real)});`, code);
      return;
    }
    code.line(`walk.path.push(${key});`);
    this.here(schema, value, code);
    code.line('walk.path.pop();');
  }

  /** Looks at the value of a variable, where the walk is. */
  here(schema: JsonSchema, value: string, code: Code): void {
    const real = this.followed(schema);
    const { kind } = formOf(real, this.root);
    const isShared = kind === 'object' || (schema !== real && (kind === 'list' || kind === 'union'));
    if (isShared) code.line(`${this.function(real, value)}(${value}, walk);`);
    else this.body(real, value, code);
  }

  /** Tells that the value of a variable is not what the schema asks for before anybody looks into it. */
  outside(schema: JsonSchemaObject, value: string, code: Code): void {
    const shallow = outside(schema);
    this.told(shallow, value, `walk.here(${value}, ${this.part(shallow)});`, code);
  }

  /** The name of the constant of a part. */
  part(schema: JsonSchema): string {
    const text = partText(schema, this.root);
    if (text === undefined) return this.tests.unsupported('a part refers to something else than a definition');
    return this.parts.constant('part', `{ schema: ${quote(text)}, node: undefined }`);
  }

  /** The same for what only the words about the schema are needed of: where nothing is. */
  partInWords(schema: JsonSchema): string {
    const real = this.followed(schema);
    const shallow = typeof real === 'boolean' ? real : outside(real);
    return this.part(this.phrase(shallow) === this.phrase(schema) ? shallow : schema);
  }

  /** The same as {@link refusal} where one test says it all, else undefined; without one that is never true. */
  leafRefusal(schema: JsonSchema, value: string): string | undefined {
    if (formOf(schema, this.root).kind !== 'leaf') return undefined;
    const refusal = this.refusal(schema, value);
    return refusal === 'false' || refusal === 'true' ? undefined : refusal;
  }

  /** An expression that is true for values that break the schema. */
  refusal(schema: JsonSchema, value: string): string {
    return this.tests.refusal(schema, value);
  }

  constant(kind: string, expression: string): string {
    return this.parts.constant(kind, expression);
  }

  /** An expression that is true for objects, or lists. */
  isKind(kind: 'object' | 'array', value: string): string {
    return kindTest(kind, value, (name) => this.tests.helper(name));
  }

  private body(schema: JsonSchema, value: string, code: Code): void {
    const real = this.followed(schema);
    const form = formOf(real, this.root);
    if (form.kind === 'object') emitObject(form.schema, value, code, this);
    else if (form.kind === 'list') emitList(form, value, code, this);
    else if (form.kind === 'union') emitUnion(form, real, value, code, this);
    else if (form.kind !== 'anything') this.told(real, value, `walk.here(${value}, ${this.part(real)});`, code);
  }

  private followed(schema: JsonSchema): JsonSchema {
    const known = this.targets.get(schema);
    if (known !== undefined) return known;
    const target = followed(schema, this.root);
    this.targets.set(schema, target);
    return target;
  }

  private told(schema: JsonSchema, value: string, tell: string, code: Code): void {
    const isLeaf = formOf(schema, this.root).kind === 'leaf';
    const refusal = isLeaf ? this.refusal(schema, value) : 'true';
    if (refusal === 'true') code.line(tell);
    else if (refusal !== 'false') code.line(`if (${refusal}) ${tell}`);
  }

  private phrase(schema: JsonSchema): string {
    return phraseOf(schema, (pointer) => resolvePointer(this.root, pointer));
  }
}
