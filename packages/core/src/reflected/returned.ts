import type { ToolResult } from '../tool-result.js';

/**
 * The value of a success of a method or function: promises awaited, the return value of a
 * generator, the `value` of a `ToolResult`. Unknown if the type of the method does not say which of
 * them it returns.
 */
export type Returned<Method> = Method extends (...args: never) => infer Result ? ValueOf<Result> : unknown;

/**
 * The value that a worker thread sends for a value of this type. Unknown for other objects: a
 * worker sends their own properties without their class.
 */
export type Cloned<Value> = Value extends Primitive
  ? Value
  : Value extends Date
    ? Date
    : Value extends readonly (infer Item)[]
      ? readonly Cloned<Item>[]
      : unknown;

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a method returns it
type Primitive = string | number | bigint | boolean | null | undefined | void;

type ValueOf<Result> = 0 extends 1 & Result
  ? unknown
  : Result extends Generator<unknown, infer Last, never> | AsyncGenerator<unknown, infer Last, never>
    ? Unwrapped<Awaited<Last>>
    : MayBeGenerator<Result> extends true
      ? unknown
      : Result extends PromiseLike<infer Value>
        ? ValueOf<Value>
        : Unwrapped<Result>;

/** Whether a generator is such a value: its last value arrives, which the type does not tell. */
type MayBeGenerator<Result> =
  Generator<never, never, unknown> extends Result
    ? true
    : AsyncGenerator<never, never, unknown> extends Result
      ? true
      : false;

type Unwrapped<Value> = 0 extends 1 & Value
  ? unknown
  : Value extends ToolResult<infer Inner>
    ? Inner
    : MayBeResult<Value> extends true
      ? unknown
      : Value;

/**
 * Whether a `ToolResult` is such a value, as of `object`. An object with a `value` is taken for
 * itself, since Haft compares results with its schema.
 */
type MayBeResult<Value> = Value extends { readonly value: unknown }
  ? false
  : ToolResult<never> extends Value
    ? true
    : false;
