import type ts from 'typescript';

/** A value that an expression has at build time. */
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

/** A function or a class: it is known where it stands, not what it does. */
export class FunctionConstant {
  constructor(readonly node: ts.Node) {}
}

/** The text of a constant, as a template or `String(...)` has it; for an object and a function their type. */
export function constantText(value: Constant): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof RegExp) return value.toString();
  if (value instanceof FunctionConstant) return '[function]';
  return isConstantObject(value) ? '[object Object]' : value.map(constantText).join(',');
}

/** Tells a plain object from the other constants. */
export function isConstantObject(value: Constant): value is ConstantObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RegExp) &&
    !(value instanceof FunctionConstant)
  );
}
