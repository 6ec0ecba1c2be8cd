import type { JsonSchemaObject } from '../json-schema.js';
import { DefinitionNames, definitionsOf, freeName, refersToItself } from './definition-names.js';
import { typeName } from './type-name.js';
import { commentOf, typeOf, type TypeContext } from './typescript-type.js';

/** The type of a schema, and the declarations of the types that it names. */
interface DeclaredTypes {
  readonly type: string;
  readonly definitions: readonly string[];
}

/** How to name and write the types of a schema. */
export interface DeclarationStyle extends Pick<TypeContext, 'anything'> {
  /** Names with another meaning. */
  readonly taken: Set<string>;
  /** Turns the key of a definition into a name. Default: `typeName`. */
  readonly nameOf?: ((key: string) => string) | undefined;
  /** The indent of the line with the start of the type. Default: none. */
  readonly indent?: string | undefined;
}

/**
 * Declares a schema and its definitions.
 *
 * @param stem - the name of the schema itself, if it needs one
 */
export function declareTypes(schema: JsonSchemaObject, stem: string, style: DeclarationStyle): DeclaredTypes {
  const { taken, nameOf = typeName, indent = '', anything } = style;
  const root = refersToItself(schema) ? freeName(stem, taken) : undefined;
  const names = new DefinitionNames(schema, root, taken, nameOf);
  const context = { names, anything };
  const definitions = Object.entries(definitionsOf(schema)).map(([key, one]) => {
    const comment = typeof one === 'boolean' ? '' : commentOf(one, '');
    return `${comment}type ${names.ofDefinition(key)} = ${typeOf(one, context, '')};\n`;
  });
  const type = typeOf(schema, context, indent);
  return root === undefined
    ? { type, definitions }
    : { type: root, definitions: [`type ${root} = ${type};\n`, ...definitions] };
}
