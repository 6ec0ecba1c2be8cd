import { createChecker } from '../check/checker.js';
import type { ComparedHints } from '../compatibility/definition-change.js';
import type { DialectDefinition, DialectForm } from '../dialects/dialect-form.js';
import { StrictModeError } from '../dialects/strict-mode-error.js';
import type { Target } from '../dialects/target.js';
import { toDialect } from '../dialects/to-dialect.js';
import type { JsonSchemaObject, JsonValue } from '../json-schema.js';
import { geminiSchema } from './gemini-schema.js';
import { mcpEntry } from './mcp-entry.js';

/** The part of a tool that a request contains. A `ToolDefinition` is assignable. */
export interface RequestDefinition extends DialectDefinition {
  readonly description: string;
  readonly examples?: readonly JsonValue[] | undefined;
  /** The schema of the result. */
  readonly result?: JsonSchemaObject | undefined;
  readonly hints?: RequestHints | undefined;
  readonly metadata?: Readonly<Record<string, JsonValue>> | undefined;
}

/** The hints of a tool. */
export type RequestHints = ComparedHints;

/**
 * Returns the entry of a tool in the tools of a request, as `@haft/providers` and `@haft/mcp` send
 * it. For OpenAI, it is that of chat completions.
 *
 * @returns undefined if the tool requires strict mode but cannot use it, so that it is never sent
 */
export function requestEntry(definition: RequestDefinition, target: Target): object | undefined {
  try {
    return ENTRIES[target](definition, toDialect(definition, target));
  } catch (error) {
    if (error instanceof StrictModeError) return undefined;
    throw error;
  }
}

const ENTRIES: Readonly<Record<Target, (definition: RequestDefinition, form: DialectForm) => object>> = {
  openai: ({ name, description }, { strict, parameters }) => ({
    type: 'function',
    function: { name, description, parameters, ...(strict && { strict }) },
  }),
  anthropic: (definition, form) => {
    const { name, description } = definition;
    const { strict, parameters } = form;
    const examples = validExamples(definition, form);
    return {
      name,
      description,
      input_schema: parameters,
      ...(strict && { strict }),
      ...(examples.length > 0 && { input_examples: examples }),
    };
  },
  gemini: ({ name, description }, { parameters }) => {
    const isEmpty = Object.keys(parameters.properties ?? {}).length === 0;
    return { name, description, ...(!isEmpty && { parameters: geminiSchema(parameters) }) };
  },
  'gemini-json-schema': ({ name, description }, { parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }),
  bedrock: ({ name, description }, { strict, parameters }) => ({
    toolSpec: { name, description, inputSchema: { json: parameters }, ...(strict && { strict }) },
  }),
  mcp: (definition, { parameters }) => mcpEntry(definition, parameters),
};

function validExamples({ examples = [] }: RequestDefinition, { write, parameters }: DialectForm): readonly JsonValue[] {
  const checker = createChecker(parameters);
  return examples.map((example) => write(example)).filter((example) => checker.validates(example));
}
