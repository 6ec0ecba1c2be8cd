import type { JsonSchema } from '../json-schema.js';
import { keysOf, pointerTo } from '../references/resolve.js';
import { typeName } from './type-name.js';

/** The names of the declarations of one schema, without repeats. */
export class DefinitionNames {
  private readonly byDefinition = new Map<string, string>();

  /**
   * Chooses the names.
   *
   * @param root - the name of the schema itself, undefined if it is declared in place
   * @param taken - names with another meaning
   * @param nameOf - turns any text into a name of the language
   */
  constructor(
    schema: JsonSchema,
    readonly root: string | undefined,
    readonly taken: Set<string> = new Set(),
    nameOf: (text: string) => string = typeName,
  ) {
    if (root !== undefined) taken.add(root);
    for (const key of Object.keys(definitionsOf(schema))) {
      const name = freeName(nameOf(key), taken);
      taken.add(name);
      this.byDefinition.set(key, name);
    }
  }

  /**
   * Returns the name that a reference stands for.
   *
   * @throws SchemaReferenceError if the reference is neither `#` nor a definition
   */
  of(reference: string): string {
    const [container, ...keys] = keysOf(reference) ?? [''];
    const isDefinition = container === '$defs' || container === 'definitions';
    const name = container === undefined ? this.root : isDefinition ? this.byDefinition.get(keys.join('/')) : undefined;
    if (name === undefined) throw new SchemaReferenceError(reference);
    return name;
  }

  /** Returns the name of the declaration of a definition of the schema. */
  ofDefinition(key: string): string {
    return this.of(`#${pointerTo(['$defs', key])}`);
  }
}

/** Returns the name, with underscores appended if it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += '_';
  return free;
}

/** Returns whether a part of a schema refers to the whole schema. Then the schema needs a name. */
export function refersToItself(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref":"#"');
}

/** The error for a reference to another document, or to a place that is not a definition. */
export class SchemaReferenceError extends Error {
  /** Always `SchemaReferenceError`. */
  override readonly name = 'SchemaReferenceError';

  constructor(
    /** The value of the `$ref`. */
    readonly reference: string,
  ) {
    super(`The reference '${reference}' is not '#' or '#/$defs/NAME'.`);
  }
}

/** Returns the definitions of a schema. `definitions` is the keyword of draft 7 and earlier. */
export function definitionsOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  if (typeof schema === 'boolean') return {};
  return { ...(schema as { definitions?: Record<string, JsonSchema> }).definitions, ...schema.$defs };
}
