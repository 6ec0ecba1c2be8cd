import { HaftError, type Logger } from '@haft/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { isHttpException } from '../exceptions/http-exception.js';
import { isHaftWord } from '../exceptions/is-haft-word.js';
import type { CallThroughNest } from './haft-call.js';
import type { ToolEnhancers } from './tool-enhancers.js';

/**
 * The result of filters: an answer in place of the exception, or the exception that continues,
 * which may be another one.
 */
export type Filtered = { readonly answer: unknown } | { readonly error: unknown };

/**
 * Passes an exception to the exception filters. If a filter fails, as filters for HTTP only do, it
 * is logged and does not answer. If a filter throws an exception of Haft or an `HttpException`,
 * that replaces the original.
 */
export async function filtered(error: unknown, call: CallThroughNest, enhancers: ToolEnhancers): Promise<Filtered> {
  if (isHaftWord(error) || !enhancers.has('filters')) return { error };
  try {
    const answered: unknown = await enhancers.filter(call.throwing(error));
    const answer: unknown = isObservable(answered) ? await lastValueFrom(answered) : answered;
    return answer === undefined ? { error } : { answer };
  } catch (thrown) {
    // A filter that writes a response has no answer for a model.
    if (thrown instanceof HaftError && thrown.code === 'HAFT_NO_RESPONSE') return { error };
    if (thrown === error || isHaftWord(thrown) || isHttpException(thrown)) return { error: thrown };
    warn(call.run.logger, call.definition.name, thrown);
    return { error };
  }
}

function warn(logger: Logger, tool: string, error: unknown): void {
  logger.warn(
    `An exception filter failed for a call of '${tool}'. The exception continues. In a filter for HTTP only, begin with \`if (HaftExecutionContext.is(host)) throw exception;\`.`,
    { error },
  );
}
