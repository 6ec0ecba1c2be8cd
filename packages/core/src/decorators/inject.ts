import type { Token } from '../class.js';
import { recordOnClass, recordOnParameter, readOwnClassRecord, RECORD } from './metadata.js';

/** The record that {@link Inject} writes. */
export interface InjectRecord {
  /** Undefined for the parameter's own class. */
  readonly token: Token | undefined;
  /** Whether a missing provider gives `undefined` instead of an error. */
  readonly optional: boolean;
}

/** A decorator for a property, or for a parameter of the constructor or of a tool. */
export type InjectDecorator = (target: object, name: string | symbol | undefined, index?: number) => void;

/**
 * Injects a value from the container. If it is on a parameter of a tool, the model neither sees nor
 * sets that parameter.
 *
 * @param token - default: the parameter's own class
 * @example
 * const CURRENCY = Symbol('CURRENCY');
 *
 * @Toolset()
 * export class Prices {
 *   constructor(@Inject(CURRENCY) private readonly currency: string) {}
 *
 *   @Tool()
 *   price(cents: number): string {
 *     return `${cents / 100} ${this.currency}`;
 *   }
 * }
 */
export function Inject(token?: Token, options: { readonly optional?: boolean } = {}): InjectDecorator {
  const inject: InjectRecord = { token, optional: options.optional ?? false };
  return (target, name, index) => {
    if (typeof index === 'number') recordOnParameter(target, name, index, { inject });
    else if (name !== undefined) recordOnProperty(target.constructor, name, inject);
  };
}

function recordOnProperty(target: object, name: string | symbol, inject: InjectRecord): void {
  const before = (readOwnClassRecord(target, RECORD.injectedProperties) ?? new Map()) as ReadonlyMap<
    string | symbol,
    InjectRecord
  >;
  recordOnClass(target, RECORD.injectedProperties, new Map(before).set(name, inject));
}
