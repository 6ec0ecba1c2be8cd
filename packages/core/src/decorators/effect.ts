import type { Reconciled } from '../reconciled.js';
import { refuseUnknownOptions, type OptionNames } from '../refuse-unknown-options.js';
import { methodRecorder, type AnyMethod, type DualMethodDecorator } from './dual-decorator.js';

/** Options of {@link Effect}. */
export interface EffectOptions<K extends string = string> {
  /**
   * Name of the method that finds out what became of a call whose process died. It is a public
   * method of the same class: `(key, args, run) => Reconciled<Result>`. `key` is the idempotency
   * key of the call, and `args` are its arguments by name. Default: a person decides.
   */
  readonly reconcile?: K;
  /**
   * Whether all effects are inner calls. After a crash, Haft calls the tool again, and its inner
   * calls that have ended give their outcomes. Default: false.
   */
  readonly replays?: boolean;
}

/** A method that finds out what became of a call of the method `M`. */
export type ReconcileMethod<M extends AnyMethod> = (
  key: string,
  args: never,
  run: never,
) => Reconciled<Awaited<ReturnType<M>>> | Promise<Reconciled<Awaited<ReturnType<M>>>>;

/** A decorator for a method whose class has a reconcile method under the name `K`. */
export interface EffectDecorator<K extends string> {
  /** Decorates a method under the TC39 standard. */
  <T extends Readonly<Record<K, ReconcileMethod<M>>>, M extends AnyMethod>(
    method: M,
    context: ClassMethodDecoratorContext<T, M>,
  ): void;
  /** Decorates a method under `experimentalDecorators`. */
  <T extends Readonly<Record<K, ReconcileMethod<M>>>, M extends AnyMethod>(
    prototype: T,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void;
}

/**
 * Marks a tool whose calls must be neither lost nor repeated in silence. With a ledger, each call
 * has a row before it begins.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if an option does not exist
 */
export function Effect(options?: Pick<EffectOptions, 'replays'>): DualMethodDecorator;
/**
 * Marks a tool whose calls must be neither lost nor repeated in silence, and names the method that
 * finds out what became of a call whose process died.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if an option does not exist
 * @example
 * @Effect({ reconcile: 'findRefund' })
 * @Tool()
 * async refund(id: number, cents: number, run: RunContext): Promise<string> {
 *   return await this.shop.refund(id, cents, run.idempotencyKey);
 * }
 *
 * async findRefund(key: string): Promise<Reconciled<string>> {
 *   const receipt = await this.shop.receipt(key);
 *   return receipt === undefined ? reconciled.notDone() : reconciled.done(receipt);
 * }
 */
export function Effect<K extends string>(options: EffectOptions<K> & { readonly reconcile: K }): EffectDecorator<K>;
export function Effect(options: EffectOptions = {}): DualMethodDecorator & EffectDecorator<string> {
  refuseUnknownOptions('@Effect', options, EFFECT_OPTIONS);
  return methodRecorder('effect', options) as DualMethodDecorator & EffectDecorator<string>;
}

const EFFECT_OPTIONS: OptionNames<EffectOptions> = { reconcile: true, replays: true };
