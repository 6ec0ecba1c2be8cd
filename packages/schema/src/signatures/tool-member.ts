import { declareCall } from './declare-call.js';
import { functionName } from './function-name.js';
import type { SignedTool } from './tool-signature.js';
import { typeName } from './type-name.js';
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
export function toolMember(tool: SignedTool): ToolMember {
  const { name, description } = tool;
  const stem = functionName(name, NO_WORDS);
  const { definitions, call } = declareCall(tool, `${stem}_`, {
    taken: new Set(USED_TYPES),
    anything: 'any',
    // Types of several tools are in one file.
    nameOf: (key: string) => `${stem}_${typeName(key)}`,
    indent: '  ',
  });
  return { types: definitions, member: `${commentOf({ description }, '  ')}  ${memberName(name)}${call};\n` };
}

/** Writes the name of a method. `new()` is a constructor in TypeScript. */
function memberName(tool: string): string {
  return tool === 'new' ? '"new"' : propertyName(tool);
}
