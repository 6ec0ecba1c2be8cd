import { isObject } from '@haft/schema/internal';

/** The used part of an `HttpException` of Nest. */
export interface HttpExceptionLike extends Error {
  getStatus(): number;
  getResponse(): unknown;
}

/**
 * Returns whether an error has the form of an `HttpException`. The application may have another
 * copy of the class.
 */
export function isHttpException(error: unknown): error is HttpExceptionLike {
  if (!(error instanceof Error)) return false;
  if (!('getStatus' in error) || !('getResponse' in error)) return false;
  return typeof error.getStatus === 'function' && typeof error.getResponse === 'function';
}

/**
 * Returns the texts of an exception as its author wrote them: one, or those of a `ValidationPipe`.
 */
export function messagesOf(error: HttpExceptionLike): readonly string[] {
  const response = error.getResponse();
  const message = isObject(response) ? response['message'] : response;
  const texts = [message].flat().filter((one) => typeof one === 'string');
  return texts.length > 0 ? texts : [error.message];
}

/** Returns the texts of a `ValidationPipe` with `errorFormat: 'grouped'`, by property path. */
export function groupedMessagesOf(error: HttpExceptionLike): Readonly<Record<string, readonly string[]>> | undefined {
  const response = error.getResponse();
  const message = isObject(response) ? response['message'] : undefined;
  return isGrouped(message) ? message : undefined;
}

/** An application may put an object of its own there. */
function isGrouped(message: unknown): message is Readonly<Record<string, readonly string[]>> {
  const lists = isObject(message) ? Object.values(message) : [];
  return lists.length > 0 && lists.every(isListOfTexts);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
