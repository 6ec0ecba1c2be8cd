import { HaftError } from '../errors/index.js';
import { readOwnClassRecord, RECORD, recordOnClass, recordOnMethod, type MethodPlace } from './metadata.js';

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

/** The name of a record, which is that of its decorator with a small letter. */
type RecordName = keyof typeof RECORD;

/** Returns a class decorator that records `value`. */
export function classRecorder(record: RecordName, value: unknown): DualClassDecorator {
  return (target: object) => {
    recordOnClass(target, RECORD[record], value);
  };
}

/** Returns a method decorator that records `value`. */
export function methodRecorder(
  record: RecordName,
  value: unknown,
  decorator: string = decoratorOf(record),
): DualMethodDecorator {
  return ((...args: unknown[]) => {
    recordOnMethod(methodPlace(decorator, args), RECORD[record], value);
  }) as DualMethodDecorator;
}

/** Returns a decorator for methods and classes that records `value`. */
export function recorder(record: RecordName, value: unknown): DualDecorator {
  return recording(record, () => value);
}

/**
 * Returns a decorator for methods and classes that adds items to those of its other uses at the
 * same place.
 */
export function addingRecorder(record: RecordName, items: readonly unknown[]): DualDecorator {
  return recording(record, (target) => {
    const before = (readOwnClassRecord(target, RECORD[record]) ?? []) as readonly unknown[];
    return [...before, ...items];
  });
}

function recording(record: RecordName, valueFor: (target: object) => unknown): DualDecorator {
  return ((...args: unknown[]) => {
    if (isClassDecoration(args)) recordOnClass(args[0], RECORD[record], valueFor(args[0]));
    else {
      const place = methodPlace(decoratorOf(record), args);
      recordOnMethod(place, RECORD[record], valueFor(place.method));
    }
  }) as DualDecorator;
}

function decoratorOf(record: RecordName): string {
  return record.charAt(0).toUpperCase() + record.slice(1);
}

function isClassDecoration(args: readonly unknown[]): args is readonly [object, ...unknown[]] {
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
