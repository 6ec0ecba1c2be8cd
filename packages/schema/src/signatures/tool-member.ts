import { declareTypes } from './declare-types.js';
import { functionName } from './function-name.js';
import type { SignedTool } from './tool-signature.js';
import { typeName } from './type-name.js';
import { argumentOf } from './typescript-signature.js';
import { commentOf, propertyName, USED_TYPES } from './typescript-type.js';

/** A tool as a method of an object. */
export interface ToolMember {
  /** The declarations of the types of its `$defs`. Their names begin with the name of the tool. */
  readonly types: string;
  /** The method, with an indent of two spaces. */
  readonly member: string;
}

/** A stem of type names can be a keyword. */
const NO_WORDS: ReadonlySet<string> = new Set();

/**
 * Writes a tool as a method of an object such as `tools`, for code that calls tools.
 *
 * @throws SchemaReferenceError for a `$ref` that is not `#` or `#/$defs/NAME`
 */
export function toolMember({ name, description, parameters, result }: SignedTool): ToolMember {
  const stem = functionName(name, NO_WORDS);
  const style = {
    taken: new Set(USED_TYPES),
    anything: 'any',
    // Types of several tools are in one file.
    nameOf: (key: string) => `${stem}_${typeName(key)}`,
    indent: '  ',
  } as const;
  const takes = declareTypes(parameters, `${stem}_Arguments`, style);
  const gives = result === undefined ? undefined : declareTypes(result, `${stem}_Result`, style);
  const called = `  ${memberName(name)}(${argumentOf(parameters, takes.type)}): Promise<${gives?.type ?? 'any'}>;\n`;
  return {
    types: [...takes.definitions, ...(gives?.definitions ?? [])].join(''),
    member: commentOf({ description }, '  ') + called,
  };
}

/** Writes the name of a method. `new()` is a constructor in TypeScript. */
function memberName(tool: string): string {
  return tool === 'new' ? '"new"' : propertyName(tool);
}
