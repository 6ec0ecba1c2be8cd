import type { Issue, JsonSchema, JsonSchemaObject } from '@haft/schema';
import type { RepeatedHelp } from './retry-formatter.js';

/** More arguments than this are not explained: the text would be about everything. */
const MOST_SCHEMAS = 3;

/**
 * What a model reads more when its problem came back: the schemas of the arguments that the problems are about, and one
 * valid example. Paragraphs that do not fit into `room` characters are left out whole, schemas first.
 */
export function repeatedHelpText({ schema, example }: RepeatedHelp, issues: readonly Issue[], room: number): string {
  const exampleText = example === undefined ? '' : `\n\nValid arguments look like this: ${JSON.stringify(example)}`;
  let left = exampleText.length <= room ? room - exampleText.length : room;
  let text = '';
  for (const [name, one] of schemasOf(schema, issues)) {
    const paragraph = `\n\nThe schema of ${name}: ${JSON.stringify(one)}`;
    if (paragraph.length > left) continue;
    text += paragraph;
    left -= paragraph.length;
  }
  return exampleText.length <= room ? text + exampleText : text;
}

/** The schemas of the arguments with problems, each once, in the order of the problems. */
function schemasOf({ properties = {} }: JsonSchemaObject, issues: readonly Issue[]): ReadonlyMap<string, JsonSchema> {
  const schemas = new Map<string, JsonSchema>();
  for (const { path, suggestion } of issues) {
    // Under an unknown name, the argument that was probably meant is explained.
    for (const name of [path[0], suggestion]) {
      const own = typeof name === 'string' && Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (own !== undefined && typeof name === 'string' && schemas.size < MOST_SCHEMAS) schemas.set(name, own);
    }
  }
  return schemas;
}
