import { mapError, ToolFailed, type ErrorMapping, type ToolDefinition } from '@haft/core';
import { isHttpException, messagesOf, type HttpExceptionLike } from './http-exception.js';
import { retryOf } from './retry-of.js';

/**
 * Maps exceptions of Nest to texts for the model, after all `mapErrors`: 400 and 422 ask for other
 * arguments, and other 4xx name the problem. Haft masks everything else.
 */
export function httpMapping(definition: ToolDefinition): ErrorMapping {
  return mapError(isClientError, (error) => {
    const status = error.getStatus();
    return status === 400 || status === 422 ? retryOf(error, definition) : new ToolFailed(messagesOf(error).join('; '));
  });
}

function isClientError(error: unknown): error is HttpExceptionLike {
  if (!isHttpException(error)) return false;
  const status = error.getStatus();
  return status >= 400 && status < 500;
}
