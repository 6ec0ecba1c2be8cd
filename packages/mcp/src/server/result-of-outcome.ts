import type { SuccessOutcome, ToolDefinition, ToolOutcome } from '@haft/core';
import { wireForm } from '@haft/runtime';
import { validates, type JsonSchemaObject } from '@haft/schema';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { contentOfPart } from './content-of-part.js';
import { outputSchemaOf } from './tool-of-definition.js';

/**
 * What came of a call, as a result of `tools/call`: what went wrong is a result too, so that the model reads it.
 *
 * @param definition - of the tool, as the run shows it
 */
export function resultOfOutcome(outcome: ToolOutcome, definition: ToolDefinition | undefined): CallToolResult {
  if (outcome.status !== 'success') return errorResult(outcome.text);
  const content = outcome.parts?.map(contentOfPart) ?? [{ type: 'text' as const, text: outcome.text }];
  const schema = definition === undefined ? undefined : outputSchemaOf(definition);
  return schema === undefined ? { content } : withStructuredContent(content, outcome, schema);
}

/** A result that tells the model what went wrong. */
export function errorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** A client that was promised a schema refuses a result without structured content, unless it is an error. */
function withStructuredContent(
  content: CallToolResult['content'],
  { value }: SuccessOutcome,
  schema: JsonSchemaObject,
): CallToolResult {
  if (value === undefined) {
    return validates(schema, null)
      ? { content, structuredContent: null }
      : errorResult(`The tool returned nothing. ${RAN}`);
  }
  try {
    return { content, structuredContent: wireForm(value) };
  } catch {
    return errorResult(`The result could not be read. ${RAN}`);
  }
}

const RAN = 'It has run: do not repeat the call with the same arguments.';
