import type { ToolDefinition } from '@haft/core';
import { schemaDocument } from '../definitions/json-document.js';
import { sentForm } from '../definitions/sent-form.js';
import { geminiSchema } from './gemini-schema.js';
import type { GeminiFunction } from './gemini-types.js';

/** The field with the schema of a tool. Both names are also targets of dialects. */
export type GeminiTarget = 'gemini' | 'gemini-json-schema';

/**
 * Returns a tool in the form of a request to Gemini. A tool without parameters has no schema,
 * because `parameters` rejects an object without properties.
 */
export function geminiFunction(definition: ToolDefinition, target: GeminiTarget): GeminiFunction {
  const { name, description } = definition;
  const { parameters } = sentForm(definition, target);
  if (target === 'gemini-json-schema') return { name, description, parametersJsonSchema: schemaDocument(parameters) };
  const isEmpty = Object.keys(parameters.properties ?? {}).length === 0;
  return isEmpty ? { name, description } : { name, description, parameters: geminiSchema(parameters) };
}
