import type { SuccessOutcome, ToolDefinition, ToolOutcome } from '@haft/core';
import { wireForm } from '@haft/runtime';
import { validates, type JsonSchemaObject } from '@haft/schema';
import { isBase64 } from '@haft/schema/formats';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { metaOfStatus, type ErrorStatus } from '../outcome-status.js';
import { contentOfPart } from './content-of-part.js';
import { outputSchemaOf } from './tool-of-definition.js';

/**
 * Returns the outcome of a call as a result of `tools/call`. An error is a result too, so that the
 * model reads it.
 *
 * @param definition - the definition of the tool in the run
 * @param report - receives problems of a result that the protocol cannot carry
 */
export function resultOfOutcome(
  outcome: ToolOutcome,
  definition: ToolDefinition | undefined,
  report: (problem: Error) => void,
): CallToolResult {
  if (outcome.status !== 'success') return errorResult(outcome.status, outcome.text);
  const problem = outcome.parts?.find((part) => 'data' in part && !isBase64(part.data));
  if (problem !== undefined) {
    report(new Error(`The tool '${outcome.tool}' gave a part of type '${problem.type}' whose data is not base64.`));
    return errorResult('failed', `The result could not be read. ${RAN}`);
  }
  const content = outcome.parts?.map(contentOfPart) ?? [{ type: 'text' as const, text: outcome.text }];
  const schema = definition === undefined ? undefined : outputSchemaOf(definition);
  return schema === undefined ? { content } : withStructuredContent(content, outcome, schema, report);
}

/** Returns a result with an error for the model, and its status for a client that is Haft. */
export function errorResult(status: ErrorStatus, text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true, _meta: metaOfStatus(status) };
}

/**
 * Adds structured content. A client that has a schema rejects a result without it, unless it is an
 * error.
 */
function withStructuredContent(
  content: CallToolResult['content'],
  { value, tool }: SuccessOutcome,
  schema: JsonSchemaObject,
  report: (problem: Error) => void,
): CallToolResult {
  if (value === undefined && validates(schema, null)) return { content, structuredContent: null };
  if (value === undefined) {
    report(new Error(`The tool '${tool}' returned nothing, and its result schema takes no null.`));
    return errorResult('failed', `The tool returned nothing. ${RAN}`);
  }
  try {
    return { content, structuredContent: wireForm(value) };
  } catch (error) {
    report(new Error(`The result of '${tool}' cannot be written as JSON.`, { cause: error }));
    return errorResult('failed', `The result could not be read. ${RAN}`);
  }
}

const RAN = 'It has run: do not repeat the call with the same arguments.';
