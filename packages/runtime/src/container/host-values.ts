import { HaftError, type ParameterResolver, type RunContext, type Token } from '@haft/core';
import type { HostValues } from '@haft/core/reflected';
import { isThenable, mapEach } from '@haft/core/internal';
import type { HostParameter } from '@haft/compose';
import type { Scope } from './container.js';

/**
 * Returns the values of the parameters that the model does not see, in their order. Returns a
 * promise only if one of them is a promise. Arguments of the model are never used here.
 *
 * @param supplied - accepted values of `@UserInput()` parameters, by parameter name
 * @throws {HaftError} `HAFT_MISSING_DEPENDENCY` if a token that is not optional has no provider
 */
export function hostValues(
  parameters: readonly HostParameter[],
  scope: Scope,
  run: RunContext,
  supplied: object = {},
): HostValues | Promise<HostValues> {
  const values = mapEach(parameters, (parameter) => hostValue(parameter, scope, run, supplied));
  return values.some(isThenable) ? Promise.all(values) : values;
}

function hostValue(parameter: HostParameter, scope: Scope, run: RunContext, supplied: object): unknown {
  switch (parameter.kind) {
    case 'resolve':
      return resolved(parameter.resolve, run);
    case 'input':
      return Object.hasOwn(supplied, parameter.name) ? (supplied as Values)[parameter.name] : undefined;
    case 'request':
      throw new HaftError('HAFT_NO_REQUEST', `The parameter ${parameter.name} comes from an HTTP request of NestJS.`, {
        hint: 'Serve the controller with HaftModule of @haft/nestjs, which supplies the request.',
      });
    case 'inject':
      return parameter.optional ? optionalValue(parameter, scope) : scope.resolve(parameter.token);
  }
}

type Values = Readonly<Record<string, unknown>>;

/** An error that a parameter decorator of the application threw. It is not a wiring error. */
export class ParameterFailed extends Error {}

function resolved(resolve: ParameterResolver, run: RunContext): unknown {
  try {
    const value: unknown = resolve(run);
    return isThenable(value) ? value.then(undefined, parameterFailed) : value;
  } catch (cause) {
    return parameterFailed(cause);
  }
}

function parameterFailed(cause: unknown): never {
  throw new ParameterFailed('A parameter of the application failed.', { cause });
}

function optionalValue({ token }: { readonly token: Token }, scope: Scope): unknown {
  try {
    const value = scope.resolve(token);
    return isThenable(value) ? value.then(undefined, undefinedWhenMissing) : value;
  } catch (error) {
    return undefinedWhenMissing(error);
  }
}

function undefinedWhenMissing(error: unknown): unknown {
  if (error instanceof HaftError && error.code === 'HAFT_MISSING_DEPENDENCY') return undefined;
  throw error;
}
