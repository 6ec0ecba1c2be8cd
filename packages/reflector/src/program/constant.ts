import type ts from 'typescript';

/** The value of an expression at build time. */
export type Constant =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | RegExp
  | FunctionConstant
  | readonly Constant[]
  | ConstantObject;

/** An object whose properties are constants. */
export interface ConstantObject {
  readonly [key: string]: Constant;
}

/** A function or a class. Only its place is known. */
export class FunctionConstant {
  constructor(readonly node: ts.Node) {}
}

/**
 * Returns the text of a constant in a template or `String(...)`. For an object or a function,
 * returns its type.
 */
export function constantText(value: Constant): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof RegExp) return value.toString();
  if (value instanceof FunctionConstant) return '[function]';
  return isConstantObject(value) ? '[object Object]' : value.map(constantText).join(',');
}

/** Returns whether a constant is a plain object. */
export function isConstantObject(value: Constant): value is ConstantObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RegExp) &&
    !(value instanceof FunctionConstant)
  );
}
