import { phraseOf, type JsonSchema, type JsonSchemaObject } from '@haft/schema';
import { resolverOf } from '@haft/schema/internal';
import { quote } from '../literal.js';
import type { ModuleParts } from '../module-parts.js';
import { typeName } from '../names.js';
import { Code, Scope } from '../predicates/code.js';
import { kindTest } from '../predicates/type.js';
import { TypeEmitter } from '../predicates/type-emitter.js';
import { emitList } from './emit-list.js';
import { emitObject } from './emit-object.js';
import { emitUnion } from './emit-union.js';
import { followed, formOf, outside } from './form-of.js';
import { partText } from './part-text.js';

/** Writes the functions that find the problems of a value, for one document. */
export class CollectorEmitter {
  private readonly tests: TypeEmitter;
  /** By schema: a definition with many references is written once. */
  private readonly functions = new Map<JsonSchema, string>();
  private readonly targets = new Map<JsonSchema, JsonSchema>();

  constructor(
    private readonly root: JsonSchemaObject,
    private readonly parts: ModuleParts,
  ) {
    this.tests = new TypeEmitter({ schema: root, revivals: new Map() }, parts);
  }

  /**
   * Returns the name of a function that checks a value of the schema. Functions with equal text are
   * one.
   *
   * @param name - a name like that of a property
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

  /** Checks the value of a variable, under a key. */
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

  /** Checks the value of a variable, at the current place of the walk. */
  here(schema: JsonSchema, value: string, code: Code): void {
    const real = this.followed(schema);
    const { kind } = formOf(real, this.root);
    const isShared = kind === 'object' || (schema !== real && (kind === 'list' || kind === 'union'));
    if (isShared) code.line(`${this.function(real, value)}(${value}, walk);`);
    else this.body(real, value, code);
  }

  /** Reports that a value breaks the schema itself, before the walk enters it. */
  outside(schema: JsonSchemaObject, value: string, code: Code): void {
    const shallow = outside(schema);
    this.told(shallow, value, `walk.here(${value}, ${this.partWithWords(shallow, schema)});`, code);
  }

  /** Returns the name of the constant of a part. */
  part(schema: JsonSchema, phrase?: string): string {
    const text = partText(schema, this.root);
    if (text === undefined) return this.tests.unsupported('a part refers to something else than a definition');
    const words = phrase === undefined ? '' : `, phrase: ${quote(phrase)}`;
    return this.parts.constant('part', `{ schema: ${quote(text)}, node: undefined${words} }`);
  }

  /** Returns a part with the phrase of a larger one. */
  private partWithWords(part: JsonSchema, whole: JsonSchema): string {
    const phrase = this.phrase(whole);
    return this.part(part, this.phrase(part) === phrase ? undefined : phrase);
  }

  /** Returns the part for an absent value, where only the phrase of the schema matters. */
  partInWords(schema: JsonSchema): string {
    const real = this.followed(schema);
    const shallow = typeof real === 'boolean' ? real : outside(real);
    return this.partWithWords(shallow, schema);
  }

  /**
   * Returns the same as {@link refusal} if one test decides everything, or undefined. Without a
   * test, returns one that is never true.
   */
  leafRefusal(schema: JsonSchema, value: string): string | undefined {
    if (formOf(schema, this.root).kind !== 'leaf') return undefined;
    const refusal = this.refusal(schema, value);
    return refusal === 'false' || refusal === 'true' ? undefined : refusal;
  }

  /** Returns an expression that is true for values that break the schema. */
  refusal(schema: JsonSchema, value: string): string {
    return this.tests.refusal(schema, value);
  }

  constant(kind: string, expression: string): string {
    return this.parts.constant(kind, expression);
  }

  /** Returns an expression that is true for objects, or for lists. */
  isKind(kind: 'object' | 'array', value: string): string {
    return kindTest(kind, value, (name) => this.tests.helper(name));
  }

  private body(schema: JsonSchema, value: string, code: Code): void {
    const real = this.followed(schema);
    const form = formOf(real, this.root);
    if (form.kind === 'object') emitObject(form.schema, value, code, this);
    else if (form.kind === 'list') emitList(form, value, code, this);
    else if (form.kind === 'union') emitUnion(form, { schema: real, value }, code, this);
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
    return phraseOf(schema, resolverOf(this.root));
  }
}
