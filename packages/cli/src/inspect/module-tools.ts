import type { JsonSchema } from '@haft/schema';
import type { ComparedDefinition } from '@haft/schema/compatibility';

/**
 * Reads the tools, resources and prompts in the text of a generated module: names, versions,
 * descriptions, schemas. A module of git cannot be imported, since it imports the classes of its
 * commit.
 */
export function moduleTools(text: string): readonly ComparedDefinition[] {
  return text.split(LIST_START).flatMap((list) => {
    const kind = list.startsWith('resources_') ? 'resource' : list.startsWith('prompts_') ? 'prompt' : undefined;
    return list
      .split(TOOL_START)
      .slice(1)
      .flatMap((one) => toolOf(one, kind));
  });
}

/** The constant with the tools, the resources or the prompts of a toolset. */
const LIST_START = /^const (?=(?:tools|resources|prompts)_)/m;

/** The name of a tool, with the indentation that the build writes. */
const TOOL_START = /^(?= {4}name: '.*',\n {4}method: )/m;

function toolOf(text: string, kind: ComparedDefinition['kind']): readonly ComparedDefinition[] {
  const name = textAt(text, 'name');
  const parameters = schemaAt(text, 'parameters');
  if (name === undefined || parameters === undefined) return [];
  const uri = textAt(text, 'uri');
  const version = textAt(text, 'version');
  const description = textAt(text, 'description');
  const result = schemaAt(text, 'result');
  return [
    {
      name,
      parameters,
      ...(kind === undefined ? {} : { kind }),
      ...(uri === undefined ? {} : { uri }),
      ...(version === undefined ? {} : { version }),
      ...(description === undefined ? {} : { description }),
      ...(result === undefined ? {} : { result }),
    },
  ];
}

function schemaAt(text: string, key: string): JsonSchema | undefined {
  const json = textAt(text, key);
  try {
    return json === undefined ? undefined : (JSON.parse(json) as JsonSchema);
  } catch {
    return undefined;
  }
}

/** Returns the text in single quotes after a key. */
function textAt(text: string, key: string): string | undefined {
  const [, quoted] = new RegExp(`^ {4}${key}: '((?:[^'\\\\\\n]|\\\\.)*)',$`, 'm').exec(text) ?? [];
  if (quoted === undefined) return undefined;
  // The escapes of JSON, except for the two quotes.
  const inner = quoted.replace(/\\'|"/g, (mark) => (mark === '"' ? '\\"' : "'"));
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return undefined;
  }
}
