import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toStrictJsonSchema } from 'openai/lib/transform';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { valuesOf } from '../../testing/src/arguments/values-of.js';
import { sentForm } from '../src/definitions/sent-form.js';
import { anthropicMessages, type AnthropicTool } from '../src/anthropic.js';
import { bedrockConverse } from '../src/bedrock.js';
import { openAiChat, openAiResponses } from '../src/openai.js';
import { fixtureDefinitions } from './support/fixture-definitions.js';
import { definition } from './support/definition.js';

describe('strict mode', () => {
  it('OpenAI: a strict schema equals the one that its SDK would make of it', () => {
    const strict = openAiChat()
      .tools(fixtureDefinitions())
      .filter((tool) => tool.function.strict);
    expect(strict.length).toBeGreaterThan(20);
    for (const { function: tool } of strict) {
      expect(toStrictJsonSchema(structuredClone(tool.parameters))).toEqual(tool.parameters);
    }
  });

  it('Anthropic: a strict schema equals the one that its SDK would make of it, and keeps more keywords', () => {
    const strict = anthropicMessages()
      .tools(fixtureDefinitions())
      .filter((tool) => 'input_schema' in tool && tool.strict === true) as AnthropicTool[];
    expect(strict.length).toBeGreaterThan(20);
    for (const { input_schema: schema } of strict) {
      expect(withoutMore(transformJSONSchema(structuredClone(schema)))).toEqual(withoutMore(schema));
    }
  });

  /**
   * Removes two keywords that the API accepts: the SDK drops the type next to an enum, and moves
   * defaults into descriptions.
   */
  function withoutMore(schema: object): unknown {
    return JSON.parse(
      JSON.stringify(schema, (key, value: unknown) => {
        if (key === 'default') return undefined;
        if (key === 'description') return String(value).replace(/\s*\{default: .*\}$/, '') || undefined;
        if (typeof value !== 'object' || value === null || !('enum' in value)) return value;
        return { ...value, type: undefined };
      }),
    );
  }
});

describe('without strict mode', () => {
  const plain = definition('t', {
    parameters: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  });

  it.each([
    ['OpenAI Chat Completions', openAiChat({ strict: false })],
    ['OpenAI Responses', openAiResponses({ strict: false })],
    ['Anthropic Messages', anthropicMessages({ strict: false })],
    ['Bedrock Converse', bedrockConverse({ strict: false })],
  ])('%s: tools are sent as they are, but for those that ask for it', (_name, api) => {
    const sent = JSON.stringify(api.tools([plain]));
    expect(sent).not.toContain('"strict":true');
    expect(sent).toContain('{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}');
    expect(JSON.stringify(api.tools([{ ...plain, strict: true }]))).toContain('"strict":true');
  });

  it.each(['openai', 'anthropic', 'bedrock'] as const)(
    '%s: a run that was started for the strict form reads the calls right',
    (target) => {
      for (const tool of fixtureDefinitions().filter((one) => sentForm(one, target).strict)) {
        const [strict, sent] = [sentForm(tool, target), sentForm(tool, target, { strict: false })];
        const values = argumentsWhereAny(tool.parameters);
        if (values === undefined) continue;
        fc.assert(
          fc.property(values, (value) => {
            const { value: restored, issues } = strict.restore(sent.write(value));
            expect([restored, issues]).toEqual([value, []]);
          }),
          { numRuns: 10 },
        );
      }
    },
  );
});

/** Undefined for a type inside of itself that no value ends. */
function argumentsWhereAny(parameters: JsonSchemaObject): fc.Arbitrary<JsonValue> | undefined {
  try {
    const values = valuesOf(parameters);
    fc.sample(values, 1);
    return values;
  } catch {
    return undefined;
  }
}
