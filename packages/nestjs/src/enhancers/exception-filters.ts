import type { Logger } from '@haft/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { isHttpException } from '../exceptions/http-exception.js';
import { isHaftWord } from '../exceptions/in-haft-words.js';
import type { CallThroughNest } from './haft-call.js';
import type { ToolEnhancers } from './tool-enhancers.js';

/** What filters made of an exception: an answer in its place, or the exception that goes on, which may be another one. */
export type Filtered = { readonly answer: unknown } | { readonly error: unknown };

/**
 * Gives an exception to the exception filters. One that fails, as filters do that know HTTP only, answers nothing, and says so in the log; one
 * that throws an exception in Haft's words, or an `HttpException`, puts that in its place.
 */
export async function filtered(error: unknown, call: CallThroughNest, enhancers: ToolEnhancers): Promise<Filtered> {
  if (isHaftWord(error) || !enhancers.has('filters')) return { error };
  try {
    const answered: unknown = await enhancers.filter(call.throwing(error));
    const answer: unknown = isObservable(answered) ? await lastValueFrom(answered) : answered;
    return answer === undefined ? { error } : { answer };
  } catch (thrown) {
    if (thrown === error || isHaftWord(thrown) || isHttpException(thrown)) return { error: thrown };
    warn(call.run.logger, call.definition.name, thrown);
    return { error };
  }
}

function warn(logger: Logger, tool: string, error: unknown): void {
  logger.warn(
    `An exception filter failed for a call of '${tool}'. A filter that is for HTTP only looks first: HaftExecutionContext.is(host).`,
    { error },
  );
}
