import { memberOf, quote } from '../literal.js';

/** Returns the own property of an object, or undefined: an inherited `toString` is not data. */
export function readProperty(object: string, name: string): string {
  const member = memberOf(object, name);
  if (!(name in Object.prototype)) return member;
  return `(Object.hasOwn(${object}, ${quote(name)}) ? ${member} : undefined)`;
}
