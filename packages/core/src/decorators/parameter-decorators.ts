import type { RunContext } from '../run-context.js';
import { recordOnParameter } from './metadata.js';
import type { InjectRecord } from './inject.js';

/** Computes the value of a parameter from the run; may be async. */
export type ParameterResolver<T = unknown> = (run: RunContext) => T | Promise<T>;

/** What stands on one parameter. */
export interface ParameterRecord {
  readonly param?: unknown;
  readonly inject?: InjectRecord;
  readonly resolve?: ParameterResolver;
  readonly userInput?: true;
  readonly sensitive?: true;
}

/** Marks a parameter that the user is asked for; the model is not. */
export function UserInput(): ParameterDecorator {
  return (target, method, index) => {
    recordOnParameter(target, method, index, { userInput: true });
  };
}

/** Keeps the value of a parameter, or of a DTO's property, out of every text, event and log. */
export function Sensitive(): ParameterDecorator & PropertyDecorator {
  return (target: object, name: string | symbol | undefined, index?: number) => {
    // On a property there is nothing to record: the reflector reads the decorator from the source.
    if (typeof index === 'number') recordOnParameter(target, name, index, { sensitive: true });
  };
}

/** What {@link createParamDecorator} makes. A type of its own, so that `haft build` knows it in declaration files too. */
export interface HostParameterDecorator {
  // An interface has a name of its own wherever it is used; an alias of a function type can lose it.
  // eslint-disable-next-line @typescript-eslint/prefer-function-type
  (target: object, method: string | symbol | undefined, index: number): void;
}

/**
 * Makes a parameter decorator of a project's own: the value comes from the run, never from the model.
 *
 * @example
 * const Tenant = createParamDecorator((run: RunContext<AppDeps>) => run.deps.tenant);
 * list(@Tenant() tenant: Tenant) {}
 */
export function createParamDecorator<T>(resolve: (run: never) => T | Promise<T>): () => HostParameterDecorator {
  return () => (target, method, index) => {
    recordOnParameter(target, method, index, { resolve: resolve as ParameterResolver });
  };
}
