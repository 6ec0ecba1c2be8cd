/**
 * An answer of a service that is not a success, for events and logs. A model does not read its body
 * unless the status says that the arguments are wrong.
 */
export class ServiceError extends Error {
  /** Always `ServiceError`. */
  override readonly name = 'ServiceError';

  constructor(
    /** The status of the response. */
    readonly status: number,
    /** The start of the body, at most 1,000 characters. */
    readonly body: string,
    /** The method and the path of the operation: `GET /pets/{petId}`. */
    readonly operation: string,
  ) {
    super(`${operation} was answered with ${String(status)}${body === '' ? '.' : `: ${body}`}`);
  }
}
