/** What is read of an `HttpException` of Nest. */
export interface HttpExceptionLike extends Error {
  getStatus(): number;
  getResponse(): unknown;
}

/** By its form, not by its class: the application may have another copy of Nest. */
export function isHttpException(error: unknown): error is HttpExceptionLike {
  if (!(error instanceof Error)) return false;
  const { getStatus, getResponse } = error as Partial<HttpExceptionLike>;
  return typeof getStatus === 'function' && typeof getResponse === 'function';
}

/** The texts of an exception, as its author wrote them: one, or those of a `ValidationPipe`. */
export function messagesOf(error: HttpExceptionLike): readonly string[] {
  const response = error.getResponse();
  const message =
    typeof response === 'object' && response !== null ? (response as { readonly message?: unknown }).message : response;
  if (typeof message === 'string') return [message];
  return Array.isArray(message) ? message.filter((one) => typeof one === 'string') : [error.message];
}

/** With `errorFormat: 'grouped'`, a `ValidationPipe` says its texts by property path. */
export function groupedMessagesOf(error: HttpExceptionLike): Readonly<Record<string, readonly string[]>> | undefined {
  const { message } = error.getResponse() as { readonly message?: unknown };
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined;
  return message as Readonly<Record<string, readonly string[]>>;
}
