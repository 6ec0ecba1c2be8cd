import { declareCall } from './declare-call.js';
import { functionName } from './function-name.js';
import type { SignedTool } from './tool-signature.js';
import { typeName } from './type-name.js';
import { commentOf, USED_TYPES } from './typescript-type.js';

/**
 * Writes a tool as the declaration of an async function with one object parameter, after the types
 * of its schemas.
 */
export function typescriptSignature(tool: SignedTool): string {
  const { name, description } = tool;
  const style = { taken: new Set(USED_TYPES), anything: 'unknown' } as const;
  const { definitions, call } = declareCall(tool, typeName(name), style);
  const signature = `declare function ${functionName(name, RESERVED)}${call};\n`;
  return definitions + commentOf({ description }, '') + signature;
}

/** Keywords of strict TypeScript that cannot name a function. */
const RESERVED: ReadonlySet<string> = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);
