import type { ToolDefinition } from '@haft/core';
import type { ComposedToolset } from '@haft/runtime';
import type { JsonSchemaObject } from '@haft/schema';
import type { CodeLanguage } from './code-backend.js';

/** Narrows the parameter `language` to the languages that run here. One language needs none. */
export function withLanguages<Tools extends object>(
  toolset: ComposedToolset<Tools>,
  languages: readonly CodeLanguage[],
): ComposedToolset<Tools> {
  const narrowed = new WeakMap<JsonSchemaObject, JsonSchemaObject>();
  return toolset.prepare((_, definitions) => definitions.map(narrow));

  function narrow(definition: ToolDefinition): ToolDefinition {
    const { parameters } = definition;
    const known = narrowed.get(parameters) ?? narrowLanguage(parameters, languages);
    narrowed.set(parameters, known);
    return { ...definition, parameters: known };
  }
}

function narrowLanguage(parameters: JsonSchemaObject, languages: readonly CodeLanguage[]): JsonSchemaObject {
  const { language, ...others } = parameters.properties ?? {};
  if (languages.length === 1) return { ...parameters, properties: others };
  const narrowed = { ...(typeof language === 'object' && language), enum: [...languages] };
  return { ...parameters, properties: { ...parameters.properties, language: narrowed } };
}
