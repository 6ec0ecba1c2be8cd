import type { ToolCall } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import { BadRequestException } from '@nestjs/common';

/**
 * Returns the call in the body of a request.
 *
 * @throws {BadRequestException} if it is invalid
 */
export function readCall(body: unknown): ToolCall {
  if (!isObject(body)) throw noCall();
  const { id, name, arguments: args } = body;
  if (typeof name !== 'string' || !(id === undefined || typeof id === 'string')) throw noCall();
  return { name, arguments: args, ...(id === undefined ? {} : { id }) };
}

/**
 * Returns the calls in the body of a request.
 *
 * @throws {BadRequestException} if they are invalid
 */
export function readCalls(body: unknown): readonly ToolCall[] {
  const calls = isObject(body) ? body['calls'] : undefined;
  if (!Array.isArray(calls))
    throw new BadRequestException('The body must be { "calls": [{ "name": "...", "arguments": {} }] }.');
  return calls.map(readCall);
}

function noCall(): BadRequestException {
  return new BadRequestException('A call must be { "id"?: "...", "name": "...", "arguments": {} }.');
}
