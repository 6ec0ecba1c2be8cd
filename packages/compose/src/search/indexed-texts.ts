import type { ToolDefinition } from '@haft/core';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';

/** The texts of a definition that a search reads. */
export interface IndexedTexts {
  readonly name: string;
  /** The first paragraph of the description, or the text for searches. */
  readonly summary: string;
  /** Names, first sentences and allowed values of the outer parameters. */
  readonly parameters: string;
}

/**
 * Collects the texts of a definition. Long texts make a search worse and slower, so it reads the
 * outer parameters first, up to a bound.
 */
export function indexedTexts({ name, description, parameters, search }: ToolDefinition): IndexedTexts {
  if (search !== undefined) return { name, summary: search.slice(0, LONGEST_START), parameters: '' };
  return { name, summary: startOf(description, PARAGRAPH_END), parameters: textsOf(parameters) };
}

/** The deepest indexed level. Schemas of other servers may have any depth. */
const DEEPEST = 32;
/** The most characters of the parameters. Schemas of other servers may have any size. */
const MOST_CHARACTERS = 400;
/** The longest first paragraph or sentence, in characters. */
const LONGEST_START = 400;

/** Reads the schemas level by level. Does not follow `$ref`, but reads `$defs` once. */
function textsOf(parameters: JsonSchema): string {
  let text = '';
  let level: readonly JsonSchema[] = [parameters];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    const inner: JsonSchema[] = [];
    for (const schema of level) {
      if (text.length > MOST_CHARACTERS) return text.slice(0, MOST_CHARACTERS);
      if (typeof schema !== 'object') continue;
      text += ownTexts(schema);
      for (const one of schemasInside(schema)) inner.push(one);
    }
    level = inner;
  }
  return text.slice(0, MOST_CHARACTERS);
}

function ownTexts({ description = '', properties = {}, enum: values = [], const: value }: JsonSchemaObject): string {
  const names = Object.keys(properties).slice(0, MOST_CHARACTERS);
  const texts = [...values, value].slice(0, MOST_CHARACTERS).filter((one) => typeof one === 'string');
  return [...names, startOf(description, SENTENCE_END), ...texts, ''].join('\n');
}

function schemasInside(schema: JsonSchemaObject): readonly JsonSchema[] {
  const { properties = {}, items, additionalProperties, prefixItems = [] } = schema;
  const { anyOf = [], oneOf = [], allOf = [], $defs = {} } = schema;
  const inner = [items, additionalProperties, ...prefixItems, ...anyOf, ...oneOf, ...allOf, ...Object.values($defs)];
  return [...Object.values(properties), ...inner].filter((one) => one !== undefined);
}

/** Returns the text before an end. */
function startOf(text: string, end: RegExp): string {
  const start = text.trimStart().slice(0, LONGEST_START);
  return start.slice(0, end.exec(start)?.index);
}

const PARAGRAPH_END = /\n\s*\n/;
const SENTENCE_END = /[.!?](?=\s)|\n/;
