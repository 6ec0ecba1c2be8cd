import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../json-schema.js';
import { DefinitionNames, definitionsOf, freeName, refersToItself } from './definition-names.js';
import { typeName } from './type-name.js';
import { impliedType } from './said.js';

/**
 * The types of one schema in Python. Each object with properties is a `TypedDict` class, named
 * after its place.
 */
export class PythonTypes {
  private readonly names: DefinitionNames;
  private readonly written: string[] = [];
  /** The names of definitions that are not classes. */
  private readonly texts: ReadonlySet<string>;

  /**
   * Chooses the names of the definitions.
   *
   * @param stem - the name of the schema itself, if it needs one
   * @param taken - names with another meaning
   */
  constructor(
    private readonly root: JsonSchemaObject,
    private readonly stem: string,
    private readonly taken: Set<string>,
  ) {
    const own = refersToItself(root) ? freeName(stem, taken) : undefined;
    this.names = new DefinitionNames(root, own, taken, className);
    const texts = Object.entries(definitionsOf(root)).filter(([, schema]) => !isClass(schema));
    this.texts = new Set(texts.map(([key]) => this.names.ofDefinition(key)));
  }

  /** Returns the type of the schema itself. */
  whole(): string {
    return this.names.root ?? this.annotation(this.root, this.stem);
  }

  /**
   * Returns the type of a parameter or a result, which follows the classes. A union with a quoted
   * alias must be quoted as a whole.
   */
  annotation(schema: JsonSchema, name: string): string {
    const type = this.typeOf(schema, name);
    const isOfText = type.includes(' | ') && wordsOf(type).some((word) => this.texts.has(word));
    return isOfText ? JSON.stringify(type) : type;
  }

  /** Returns the classes of the types so far, and the definitions of the schema. */
  classes(): readonly string[] {
    const { root, names } = this;
    const definitions = Object.entries(definitionsOf(root)).map(([key, schema]) =>
      this.definitionOf(schema, names.ofDefinition(key)),
    );
    if (names.root !== undefined) definitions.push(this.definitionOf(root, names.root));
    return [...this.written.splice(0), ...definitions];
  }

  private definitionOf(schema: JsonSchema, name: string): string {
    return isClass(schema)
      ? this.classOf(schema, name)
      : `${name}: TypeAlias = ${this.quoted(this.typeOf(schema, name))}\n`;
  }

  /**
   * Returns the type of a schema.
   *
   * @param name - the name of the class, if the type needs one
   */
  typeOf(schema: JsonSchema, name: string): string {
    if (typeof schema === 'boolean') return schema ? 'Any' : 'Never';
    if (schema.$ref !== undefined) return this.names.of(schema.$ref);
    if (schema.const !== undefined) return literalType([schema.const]);
    if (schema.enum !== undefined) return literalType(schema.enum);
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches !== undefined) return unionOf(branches.map((one, index) => this.typeOf(one, `${name}${index + 1}`)));
    // Python does not have intersections, so the first part stands for all.
    if (schema.allOf?.[0] !== undefined && schema.type === undefined) return this.typeOf(schema.allOf[0], name);
    const types = schema.type ?? impliedType(schema);
    return types === undefined ? 'Any' : unionOf([types].flat().map((type) => this.typeOfKind(type, schema, name)));
  }

  /** Quotes a type that names classes, because they may follow later or be quoted aliases. */
  private quoted(type: string): string {
    return wordsOf(type).some((word) => this.taken.has(word) && !USED_NAMES.includes(word))
      ? JSON.stringify(type)
      : type;
  }

  private typeOfKind(type: JsonType, schema: JsonSchemaObject, name: string): string {
    if (type === 'object') return this.objectType(schema, name);
    return type === 'array' ? `list[${this.itemType(schema, name)}]` : SCALARS[type];
  }

  /** Returns the type of any item, because JSON does not have tuples. */
  private itemType({ items, prefixItems = [] }: JsonSchemaObject, name: string): string {
    const rest = items === false ? [] : [items ?? prefixItems.length === 0];
    const all = [...prefixItems, ...rest].map((one, index) =>
      this.typeOf(one, `${name}Item${index === 0 ? '' : index + 1}`),
    );
    return all.length === 0 ? 'Any' : unionOf(all);
  }

  private objectType(schema: JsonSchemaObject, name: string): string {
    if (!isObjectWithProperties(schema)) {
      const values = schema.additionalProperties;
      return `dict[str, ${values === undefined || values === false ? 'Any' : this.typeOf(values, `${name}Value`)}]`;
    }
    const free = freeName(name, this.taken);
    this.taken.add(free);
    this.written.push(this.classOf(schema, free));
    return free;
  }

  private classOf(schema: JsonSchemaObject, name: string): string {
    const { properties = {}, required = [] } = schema;
    const members = Object.entries(properties).map(([key, one]) => {
      const type = this.typeOf(one, name + className(key));
      return { key, type: this.quoted(required.includes(key) ? type : `NotRequired[${type}]`), text: textOf(one) };
    });
    if (members.every(({ key }) => isPythonName(key))) {
      const lines = members.map(({ key, type, text }) => `${text}    ${key}: ${type}\n`);
      return `class ${name}(TypedDict):\n${lines.join('')}`;
    }
    const entries = members.map(({ key, type, text }) => `${text}    ${pythonLiteral(key)}: ${type},\n`);
    return `${name} = TypedDict(${pythonLiteral(name)}, {\n${entries.join('')}})\n`;
  }
}

const SCALARS: Readonly<Record<Exclude<JsonType, 'object' | 'array'>, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Returns whether a text can be the name of a parameter. */
export function isPythonName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !PYTHON_KEYWORDS.has(text);
}

/** Turns a text into the name of a class: `file_read` -> `FileRead`. Python does not allow `$`. */
export function className(text: string): string {
  return typeName(text).replaceAll('$', '_');
}

/**
 * Names with a fixed meaning in the written code, and keywords with a capital letter, like classes.
 */
export const USED_NAMES: readonly string[] =
  'Any Literal Never NotRequired TypeAlias TypedDict Unpack False None True'.split(' ');

/** The keywords of Python. */
export const PYTHON_KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Writes a JSON value as a Python literal. */
export function pythonLiteral(value: JsonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>);
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}: ${pythonLiteral(one)}`).join(', ')}}`;
}

/**
 * Writes the type of listed values. `Literal` accepts neither fractions nor lists and objects, so
 * these use their types.
 */
function literalType(values: readonly JsonValue[]): string {
  const kinds = values.map((value) => {
    if (value === null) return 'None';
    if (typeof value === 'number' && !Number.isInteger(value)) return 'float';
    if (typeof value === 'object') return Array.isArray(value) ? 'list[Any]' : 'dict[str, Any]';
    return { literal: pythonLiteral(value) };
  });
  const literals = kinds.flatMap((kind) => (typeof kind === 'object' ? [kind.literal] : []));
  const others = kinds.flatMap((kind) => (typeof kind === 'string' ? [kind] : []));
  return unionOf([...(literals.length === 0 ? [] : [`Literal[${literals.join(', ')}]`]), ...others]);
}

function unionOf(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.length === 0 ? 'Never' : different.includes('Any') ? 'Any' : different.join(' | ');
}

function textOf(schema: JsonSchema): string {
  if (typeof schema === 'boolean' || schema.description === undefined || schema.description === '') return '';
  return (
    schema.description
      .replaceAll('\0', '')
      // Each of them ends a comment in Python.
      .split(/\r\n|[\r\n]/)
      .map((line) => `    # ${line}`.trimEnd() + '\n')
      .join('')
  );
}

/** Splits a type into its words: `"a" | Tree` -> `a`, `Tree`. */
function wordsOf(type: string): readonly string[] {
  return type.split(/[^\p{ID_Continue}]+/u);
}

function isClass(schema: JsonSchema): schema is JsonSchemaObject {
  return typeof schema === 'object' && isObjectWithProperties(schema);
}

function isObjectWithProperties({ properties, type }: JsonSchemaObject): boolean {
  return Object.keys(properties ?? {}).length > 0 && (type === undefined || [type].flat().includes('object'));
}
