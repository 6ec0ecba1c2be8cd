import { HaftError } from '../errors/index.js';
import type { Preview as PreviewValue } from '../preview.js';
import { methodRecorder, type AnyMethod } from './dual-decorator.js';

/** A method that tells what a call of the method `M` would do. It may take fewer parameters. */
export type PreviewMethod<M extends AnyMethod> = (...args: Parameters<M>) => PreviewValue | Promise<PreviewValue>;

/** A decorator for a method whose class has a preview method under the name `K`. */
export interface PreviewDecorator<K extends string> {
  /** Decorates a method under the TC39 standard. */
  <T extends Readonly<Record<K, PreviewMethod<M>>>, M extends AnyMethod>(
    method: M,
    context: ClassMethodDecoratorContext<T, M>,
  ): void;
  /** Decorates a method under `experimentalDecorators`. */
  <T extends Readonly<Record<K, PreviewMethod<M>>>, M extends AnyMethod>(
    prototype: T,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void;
}

/**
 * Names the method that tells people what a call would do, before they approve it. It is a public
 * method of the same class with the same parameters, and it must change nothing. Haft asks it again
 * directly before the tool runs. If its answer has changed, Haft asks for a new approval. If a
 * person approves with changed arguments, Haft asks the method about these and binds the approval
 * to the answer, which the person does not see.
 *
 * @param method - name of the preview method
 * @throws {HaftError} HAFT_INVALID_OPTION if it is not a name
 * @example
 * @RequiresApproval()
 * @Preview('previewRefund')
 * @Tool()
 * async refund(id: number, cents: number): Promise<string> {
 *   return await this.shop.refund(id, cents);
 * }
 *
 * previewRefund(id: number, cents: number): Preview {
 *   return { text: `Refunds ${cents} cents of order ${id}.` };
 * }
 */
export function Preview<K extends string>(method: K): PreviewDecorator<K> {
  if (typeof method !== 'string' || method === '') {
    throw new HaftError('HAFT_INVALID_OPTION', '@Preview does not name a method.', {
      hint: "Give it the name of a method of the same class: @Preview('previewRefund').",
    });
  }
  return methodRecorder('preview', method) as PreviewDecorator<K>;
}

/** The answer of a preview method. Its type has the name of the decorator. */
export type Preview = PreviewValue;
