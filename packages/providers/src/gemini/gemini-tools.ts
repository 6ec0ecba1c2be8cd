import type { ToolDefinition } from '@haft/core';
import { schemaDocument } from '../definitions/json-document.js';
import { sentForm } from '../definitions/sent-form.js';
import { geminiSchema } from './gemini-schema.js';
import type { GeminiFunction } from './gemini-types.js';

/** Which of the two fields has the schema of a tool; also the targets of their dialects. */
export type GeminiTarget = 'gemini' | 'gemini-json-schema';

/** A tool as Gemini is told of it. One without parameters has no schema: an object without properties is refused in `parameters`. */
export function geminiFunction(definition: ToolDefinition, target: GeminiTarget): GeminiFunction {
  const { name, description } = definition;
  const { parameters } = sentForm(definition, target);
  if (target === 'gemini-json-schema') return { name, description, parametersJsonSchema: schemaDocument(parameters) };
  const isEmpty = Object.keys(parameters.properties ?? {}).length === 0;
  return isEmpty ? { name, description } : { name, description, parameters: geminiSchema(parameters) };
}
