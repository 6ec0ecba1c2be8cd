import type { JsonSchema } from '../json-schema.js';
import { keysOf, pointerTo } from '../references/resolve.js';
import { typeName } from './type-name.js';

/** The names of the declarations of one schema; no two of them are equal. */
export class DefinitionNames {
  private readonly byDefinition = new Map<string, string>();

  /**
   * @param root - of the schema itself; undefined where it is declared in place
   * @param taken - names that stand for something else
   * @param nameOf - a name of the language for any text
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

  /** @throws SchemaReferenceError for what is neither `#` nor a definition */
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

/** The name, or one like it that stands for nothing else. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += '_';
  return free;
}

/** Whether something in a schema is to be as the whole schema is: then that needs a name. */
export function refersToItself(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref":"#"');
}

/** A reference to another document, or to a place that is no definition. */
export class SchemaReferenceError extends Error {
  override readonly name = 'SchemaReferenceError';

  constructor(readonly reference: string) {
    super(`The reference '${reference}' is not '#' or '#/$defs/NAME'.`);
  }
}

/** `definitions` is the key of draft 7 and earlier. */
export function definitionsOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  if (typeof schema === 'boolean') return {};
  return { ...(schema as { definitions?: Record<string, JsonSchema> }).definitions, ...schema.$defs };
}
