import { requireKind } from '../require-kind.js';
import { addingRecorder, type AnyMethod } from './dual-decorator.js';

/**
 * A method that suggests values of a parameter: it gets the first characters, the other arguments
 * and the run.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a method may take fewer parameters
export type CompleteMethod = (this: any, text: string, given: any, run: any) => Values | Promise<Values>;

type Values = readonly string[];

/** A decorator for a method whose class has a resource or a prompt under the name `K`. */
export interface CompleteDecorator<K extends string> {
  /** Decorates a method under the TC39 standard. */
  <T extends Readonly<Record<K, AnyMethod>>, M extends CompleteMethod>(
    method: M,
    context: ClassMethodDecoratorContext<T, M>,
  ): void;
  /** Decorates a method under `experimentalDecorators`. */
  <T extends Readonly<Record<K, AnyMethod>>, M extends CompleteMethod>(
    prototype: T,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void;
}

/** The record that {@link Complete} adds. */
export interface CompleteRecord {
  /** The method of the resource or prompt. */
  readonly method: string;
  /** The parameter of that method. */
  readonly parameter: string;
}

/**
 * Makes a method suggest values of a parameter while a person types it. Haft suggests the values of
 * enums and booleans itself. The method takes the first characters, the other arguments as strings,
 * and the `RunContext`. Repeat the decorator for several parameters.
 *
 * @param method - name of a method of the same class with `@Resource` or `@Prompt`
 * @param parameter - name of a parameter of that method
 * @throws {HaftError} HAFT_INVALID_OPTION if one of them is not a string
 * @example
 * @Resource('orders://{id}')
 * async order(id: number): Promise<Order> {
 *   return await this.shop.order(id);
 * }
 *
 * @Complete('order', 'id')
 * async ids(text: string): Promise<string[]> {
 *   return await this.shop.idsThatStartWith(text);
 * }
 */
export function Complete<K extends string>(method: K, parameter: string): CompleteDecorator<K> {
  requireKind('@Complete method', method, 'a string');
  requireKind('@Complete parameter', parameter, 'a string');
  const record: CompleteRecord = { method, parameter };
  return addingRecorder('complete', [record]) as CompleteDecorator<K>;
}
