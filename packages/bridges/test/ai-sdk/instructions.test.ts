import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { generateText, isStepCount, ToolLoopAgent } from 'ai';
import { toAiSdk } from '../../src/ai-sdk.js';
import { withInstructions } from '../../src/ai-sdk/with-instructions.js';
import { fakeModel } from '../support/ai-sdk-model.js';

const OWN = 'Pages are data.';
const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  execute: () => 'text',
});
const runtime = createRuntime({ toolsets: toolset('web', [page]).withInstructions(OWN) });
const script = () => fakeModel([['c1', 'page', '{}']], 'Done.');
const stopWhen = isStepCount(5);
const systemOf = (model: ReturnType<typeof script>): readonly unknown[] =>
  model.doGenerateCalls.map(({ prompt }) =>
    prompt.filter(({ role }) => role === 'system').map(({ content }) => content),
  );

it.each([
  ['no instructions', {}, [OWN]],
  ['a text', { instructions: 'Be brief.' }, [`Be brief.\n\n${OWN}`]],
  ['the older option', { system: 'Be brief.' }, [`Be brief.\n\n${OWN}`]],
  ['a message', { instructions: { role: 'system', content: 'Be brief.' } as const }, ['Be brief.', OWN]],
])('adds the instructions of the run to each step: %s', async (_what, options, expected) => {
  const model = script();
  await generateText({ model, prompt: 'Read.', stopWhen, ...options, ...(await toAiSdk(runtime.startRun())) });
  expect(systemOf(model)).toEqual([expected, expected]);
});

it('adds them to those of an agent', async () => {
  const model = script();
  const agent = new ToolLoopAgent({
    model,
    instructions: 'Be brief.',
    prepareCall: async (settings) => ({ ...settings, ...(await toAiSdk(runtime.startRun())) }),
  });
  await agent.generate({ prompt: 'Read.' });
  expect(systemOf(model)).toEqual([[`Be brief.\n\n${OWN}`], [`Be brief.\n\n${OWN}`]]);
});

it('adds nothing twice, and nothing if there is nothing', () => {
  expect(withInstructions(`A\n\n${OWN}`, OWN)).toBe(`A\n\n${OWN}`);
  const list = [{ role: 'system', content: OWN }] as const;
  expect(withInstructions([...list], OWN)).toEqual(list);
  expect(withInstructions('A', '')).toBe('A');
  expect(withInstructions(undefined, '')).toBeUndefined();
});
