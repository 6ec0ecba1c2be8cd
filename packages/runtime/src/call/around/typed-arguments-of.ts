import type { InterceptedCall } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { parseArguments, parseFromDialect } from '@haft/arguments/lazy';
import type { ArgumentsOutcome } from '@haft/arguments';
import { dialectForm } from '../dialect-form.js';
import { ARGUMENTS_OF, type InterceptedArguments } from './intercepted-arguments.js';

/**
 * Returns the arguments of an intercepted call in the form that the tool gets: by parameter name,
 * or the one object parameter. Returns undefined if the schema rejects them. Rules of DTOs are not
 * checked.
 *
 * @param intercepted - the call that an interceptor got
 */
export function typedArgumentsOf(intercepted: InterceptedCall): ReadArguments | undefined {
  const found = intercepted as { readonly [ARGUMENTS_OF]?: InterceptedArguments };
  const inside = found[ARGUMENTS_OF];
  if (inside === undefined) return undefined;
  if (inside.typed !== undefined) return inside.typed;
  const outcome = accepted(inside);
  return outcome.refusal === undefined ? outcome.args : undefined;
}

function accepted({ run, tool, sent, isFromModel }: InterceptedArguments): ArgumentsOutcome {
  const { arguments: limits } = run.runtime.limits;
  const form = dialectForm(run, tool.definition);
  if (form === undefined) return parseArguments(tool.check, sent, limits);
  return parseFromDialect(tool.check, sent, limits, { form, isFromModel }).outcome;
}
