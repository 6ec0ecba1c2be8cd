import { requireKind } from '../require-kind.js';
import type { RunContext } from '../run-context.js';
import { recordOnParameter } from './metadata.js';
import type { InjectRecord } from './inject.js';

/** Computes the value of a parameter from the run. May be async. */
export type ParameterResolver<T = unknown> = (run: RunContext) => T | Promise<T>;

/** The records of one parameter. */
export interface ParameterRecord {
  /** The argument of `@Param`. */
  readonly param?: unknown;
  /** The record of `@Inject`. */
  readonly inject?: InjectRecord;
  /** The function of a decorator from {@link createParamDecorator}. */
  readonly resolve?: ParameterResolver;
  /** Whether `@UserInput` is on the parameter. */
  readonly userInput?: true;
  /** Whether `@Sensitive` is on the parameter. */
  readonly sensitive?: true;
}

/**
 * Marks a parameter that the user supplies. The model neither sees nor sets it.
 *
 * @example
 * @Tool()
 * pay(cents: number, @UserInput() @Param({ pattern: '^\\d{4}$' }) pin: string): string {
 *   return this.shop.pay(cents, pin);
 * }
 */
export function UserInput(): ParameterDecorator {
  return (target, method, index) => {
    recordOnParameter(target, method, index, { userInput: true });
  };
}

/**
 * Keeps the value of a parameter or of a DTO property out of every text, event and log.
 *
 * @example
 * @Tool()
 * signIn(user: string, @Sensitive() password: string): string {
 *   return this.shop.signIn(user, password);
 * }
 */
export function Sensitive(): ParameterDecorator & PropertyDecorator {
  return (target: object, name: string | symbol | undefined, index?: number) => {
    // A property needs no record: `haft build` reads the decorator from the source.
    if (typeof index === 'number') recordOnParameter(target, name, index, { sensitive: true });
  };
}

/**
 * The type of decorators from {@link createParamDecorator}. A separate type lets `haft build`
 * recognise them in declaration files too.
 */
export interface HostParameterDecorator {
  /** Decorates a parameter. */
  // An interface keeps its name wherever it is used. An alias of a function type can lose it.
  // eslint-disable-next-line @typescript-eslint/prefer-function-type
  (target: object, method: string | symbol | undefined, index: number): void;
}

/**
 * Creates a parameter decorator whose value comes from the run, never from the model.
 *
 * @example
 * const Tenant = createParamDecorator((run: RunContext<{ tenant: string }>) => run.deps.tenant);
 *
 * @Toolset()
 * export class Reports {
 *   @Tool()
 *   titles(year: number, @Tenant() tenant: string): string[] {
 *     return [`Report of ${tenant} for ${year}`];
 *   }
 * }
 */
export function createParamDecorator<T>(resolve: (run: never) => T | Promise<T>): () => HostParameterDecorator {
  requireKind('The argument of createParamDecorator()', resolve, 'a function');
  return () => (target, method, index) => {
    recordOnParameter(target, method, index, { resolve: resolve as ParameterResolver });
  };
}
