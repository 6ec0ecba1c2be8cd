import { ts } from '../../program/typescript.js';
import type { Reader } from './type-handler.js';

/** Returns the type that `JSON.stringify` writes for an object with a `toJSON` method. */
export function toJsonResult(type: ts.Type, read: Reader): ts.Type | undefined {
  const member = read.checker.getPropertyOfType(type, 'toJSON');
  if (member === undefined || !(member.flags & ts.SymbolFlags.Method)) return undefined;
  const [signature] = read.checker.getTypeOfSymbolAtLocation(member, read.place).getCallSignatures();
  const result = signature?.getReturnType();
  return result === type ? undefined : result;
}
