import { HaftError } from '../errors/index.js';
import { readOwnClassRecord, recordOnClass, recordOnMethod, type MethodPlace } from './metadata.js';

/* Class and method decorators for both standards: legacy (`experimentalDecorators`) and TC39. */

/** Any method. TypeScript's own decorator contexts use `any`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyMethod = (this: any, ...args: any[]) => unknown;
type AnyClass = abstract new (...args: never[]) => unknown;

/** A decorator for methods, in both standards. */
export interface DualMethodDecorator {
  /** Decorates a method under the TC39 standard. */
  <M extends AnyMethod>(method: M, context: ClassMethodDecoratorContext<unknown, M>): void;
  /** Decorates a method under `experimentalDecorators`. */
  <M extends AnyMethod>(prototype: object, name: string | symbol, descriptor: TypedPropertyDescriptor<M>): void;
}

/** A decorator for classes, in both standards. */
export interface DualClassDecorator {
  /** Decorates a class under the TC39 standard. */
  // Two signatures, because compilers check a legacy decorator as called with one argument.
  // eslint-disable-next-line @typescript-eslint/unified-signatures
  <C extends AnyClass>(target: C, context: ClassDecoratorContext<C>): void;
  /** Decorates a class under `experimentalDecorators`. */
  <C extends AnyClass>(target: C): void;
}

/** A decorator for methods. On a class, it sets the default of its methods. */
export interface DualDecorator extends DualMethodDecorator, DualClassDecorator {}

/** Returns a class decorator that records `value`. */
export function classRecorder(key: symbol, value: unknown): DualClassDecorator {
  return (target: object) => {
    recordOnClass(target, key, value);
  };
}

/** Returns a method decorator that records `value`. */
export function methodRecorder(decorator: string, key: symbol, value: unknown): DualMethodDecorator {
  return ((...args: unknown[]) => {
    recordOnMethod(methodPlace(decorator, args), key, value);
  }) as DualMethodDecorator;
}

/** Returns a decorator for methods and classes that records `value`. */
export function recorder(decorator: string, key: symbol, value: unknown): DualDecorator {
  return ((...args: unknown[]) => {
    if (isClassDecoration(args)) recordOnClass(args[0] as object, key, value);
    else recordOnMethod(methodPlace(decorator, args), key, value);
  }) as DualDecorator;
}

/**
 * Returns a decorator for methods and classes that adds items to those of its other uses at the
 * same place.
 */
export function addingRecorder(decorator: string, key: symbol, items: readonly unknown[]): DualDecorator {
  return ((...args: unknown[]) => {
    if (isClassDecoration(args)) {
      const target = args[0] as object;
      recordOnClass(target, key, [...ownItems(target, key), ...items]);
    } else {
      const place = methodPlace(decorator, args);
      recordOnMethod(place, key, [...ownItems(place.method, key), ...items]);
    }
  }) as DualDecorator;
}

function ownItems(target: object, key: symbol): readonly unknown[] {
  return (readOwnClassRecord(target, key) ?? []) as readonly unknown[];
}

function isClassDecoration(args: readonly unknown[]): boolean {
  if (args.length === 1) return true;
  return isContext(args[1]) && args[1].kind === 'class';
}

function methodPlace(decorator: string, args: readonly unknown[]): MethodPlace {
  const [first, second, third] = args;
  if (isContext(second)) {
    if (second.kind === 'method' && !second.static) return { method: first as object, context: second };
  } else if (isMethodDescriptor(third) && typeof first !== 'function') {
    return { method: third.value, prototype: first as object, name: second as string | symbol };
  }
  throw new HaftError('HAFT_DECORATOR_MISUSE', `@${decorator}() must be on an instance method.`, {
    hint: `Put @${decorator}() on a method of a class. Static methods, accessors and properties cannot be tools.`,
  });
}

function isContext(value: unknown): value is ClassMethodDecoratorContext | ClassDecoratorContext {
  return typeof value === 'object' && value !== null && 'kind' in value && 'metadata' in value;
}

function isMethodDescriptor(value: unknown): value is { readonly value: object } {
  return typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'function';
}
