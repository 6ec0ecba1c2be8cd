import { createTool } from '@mastra/core/tools';
import { tool as agentsTool } from '@openai/agents';
import { asSchema, generateText, isStepCount, tool } from 'ai';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { fakeModel } from './support/ai-sdk-model.js';

/* Tools without a bridge: the frameworks take them as they are, by Standard Schema. */

const weather = defineTool({
  name: 'weather',
  description: 'Tells the weather.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer', minimum: 1, maximum: 7 } },
    required: ['city'],
    additionalProperties: false,
  },
  execute: ({ city, days = 1 }: { city: string; days?: number }) => `${city} ${days}`,
});
const runtime = createRuntime({ toolsets: toolset('weather', [weather]) });
const inputSchema = runtime.tool('weather');

describe('a tool, as it is', () => {
  test('is an input schema of the AI SDK: it shows the schema, validates, and passes on the parsed arguments', async () => {
    expect(await asSchema(inputSchema).jsonSchema).toMatchObject(weather.definition.parameters);
    const seen: unknown[] = [];
    const plain = tool({
      inputSchema,
      execute: async (input) => {
        seen.push(input);
        const outcome = await runtime.startRun().call('weather', input);
        return outcome.text;
      },
    });
    const model = fakeModel([['c1', 'plain', '{"city":""}']], [['c2', 'plain', '{"city":"Bonn","days":"2"}']], 'Done.');
    const { steps } = await generateText({ model, prompt: 'Go.', tools: { plain }, stopWhen: isStepCount(4) });
    expect(JSON.stringify(steps[0]?.content)).toContain('expected a string of at least 1 character, received');
    expect(seen).toEqual([{ city: 'Bonn', days: 2 }]);
    expect(steps[1]?.toolResults[0]?.output).toBe('Bonn 2');
  });

  test('is a parameter schema of OpenAI Agents', async () => {
    const plain = agentsTool({
      name: 'weather',
      description: 'Tells the weather.',
      parameters: inputSchema,
      execute: (input) => JSON.stringify(input),
    });
    expect(plain.parameters).toMatchObject({ type: 'object', properties: { city: { type: 'string' } } });
  });

  test('is an input schema of Mastra, which waits for no promise, with its messages', async () => {
    // Reading `~standard` loads the code that explains arguments.
    await inputSchema['~standard'].validate({});
    const plain = createTool({
      id: 'weather',
      description: 'Tells the weather.',
      inputSchema,
      execute: async (input) => input,
    });
    const wrong = await plain.execute?.({ city: '' } as never, {} as never);
    expect(JSON.stringify(wrong)).toContain('city: expected a string of at least 1 character');
    expect(await plain.execute?.({ city: 'Bonn', days: '2' } as never, {} as never)).toEqual({ city: 'Bonn', days: 2 });
  });
});
