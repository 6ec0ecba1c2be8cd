import type { ToolCall } from '@haft/core';
import { BadRequestException } from '@nestjs/common';

/**
 * The call in the body of a request.
 *
 * @throws BadRequestException when it is none
 */
export function readCall(body: unknown): ToolCall {
  if (typeof body !== 'object' || body === null) throw noCall();
  const { id, name, arguments: args } = body as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || !(id === undefined || typeof id === 'string')) throw noCall();
  return { name, arguments: args, ...(id === undefined ? {} : { id }) };
}

/**
 * The calls in the body of a request.
 *
 * @throws BadRequestException when they are none
 */
export function readCalls(body: unknown): readonly ToolCall[] {
  const calls = (body as { readonly calls?: unknown } | null | undefined)?.calls;
  if (!Array.isArray(calls))
    throw new BadRequestException('The body must be { "calls": [{ "name": "...", "arguments": {} }] }.');
  return calls.map(readCall);
}

function noCall(): BadRequestException {
  return new BadRequestException('A call must be { "id"?: "...", "name": "...", "arguments": {} }.');
}
