import { HaftError, type RunContext, type Token } from '@haft/core';
import type { HostValues } from '@haft/core/reflected';
import { mapEach } from '../after.js';
import type { HostParameter } from '../toolsets/any-tool.js';
import type { Scope } from './container.js';
import { isThenable } from './is-thenable.js';

/** What a user supplied for `@UserInput()` parameters, by parameter name. */
export type SuppliedInput = Readonly<Record<string, unknown>>;

const NOTHING_SUPPLIED: SuppliedInput = {};

/**
 * The values of the parameters that no model sees, in their order; a promise only where one of them needs it. Nothing of a
 * call's arguments comes in here.
 *
 * @throws HaftError `HAFT_MISSING_DEPENDENCY` when a token that is not optional has no provider
 */
export function hostValues(
  parameters: readonly HostParameter[],
  scope: Scope,
  run: RunContext,
  supplied: SuppliedInput = NOTHING_SUPPLIED,
): HostValues | Promise<HostValues> {
  const values = mapEach(parameters, (parameter) => hostValue(parameter, scope, run, supplied));
  return values.some(isThenable) ? Promise.all(values) : values;
}

function hostValue(parameter: HostParameter, scope: Scope, run: RunContext, supplied: SuppliedInput): unknown {
  switch (parameter.kind) {
    case 'resolve':
      return parameter.resolve(run);
    case 'input':
      return Object.hasOwn(supplied, parameter.name) ? supplied[parameter.name] : undefined;
    case 'inject':
      return parameter.optional ? optionalValue(parameter, scope) : scope.resolve(parameter.token);
  }
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
