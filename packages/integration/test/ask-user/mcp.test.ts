import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Client,
  StreamableHTTPClientTransport,
  type ElicitRequest,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import { serveMcp } from '@haft/mcp';
import { humanToolset } from '@haft/toolsets/human';
import { createRuntime } from 'haft';
import { CHOICE, QUESTIONS } from './questions.js';

/* `ask_user` over the Model Context Protocol: the official client asks its user by elicitation. */

const ERAS = [
  { era: '2025-11-25', versionNegotiation: { mode: 'legacy' } },
  { era: '2026-07-28', versionNegotiation: { mode: { pin: '2026-07-28' } } },
] as const;

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Form = Extract<ElicitRequest['params'], { readonly requestedSchema: unknown }>;

/** Connects a client whose user gives these answers, and notes the forms that the user saw. */
async function connectUser({ versionNegotiation }: (typeof ERAS)[number], ...answers: ElicitResult[]) {
  const runtime = createRuntime({ toolsets: [humanToolset()] });
  const mcp = serveMcp(runtime, { name: 'human', version: '1.0.0' });
  const { url, close } = await mcp.listen({ port: 0 });
  closers.push(
    () => runtime.dispose(),
    close,
    () => mcp.close(),
  );
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation, capabilities: { elicitation: {} } });
  const forms: Form[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    forms.push(params as Form);
    return answers[forms.length - 1] ?? { action: 'cancel' };
  });
  await client.connect(new StreamableHTTPClientTransport(url));
  closers.push(() => client.close());
  const ask = (args: object): Promise<unknown> =>
    client.callTool({ name: 'ask_user', arguments: args as Record<string, unknown> });
  return { ask, forms };
}

const accept = (answer: unknown): ElicitResult => ({ action: 'accept', content: { answer } }) as ElicitResult;
const says = (text: string) => ({ content: [{ type: 'text', text }] });

describe.each(ERAS)('ask_user over MCP, protocol $era [TOOL-22]', (era) => {
  it('shows the question and the options in the form', async () => {
    const { ask, forms } = await connectUser(era, accept(CHOICE.answer));
    await ask(CHOICE.args);
    expect(forms).toMatchObject([
      {
        message: expect.stringContaining('Which colour?'),
        requestedSchema: {
          properties: { answer: { type: 'string', enum: ['red', 'blue'], description: 'Which colour?' } },
          required: ['answer'],
        },
      },
    ]);
  });

  it('shows options next to which another answer is possible', async () => {
    const { ask, forms } = await connectUser(era, accept('green'));
    await ask({ ...CHOICE.args, allowOther: true });
    const description = 'Which colour?\nExamples: red, blue';
    expect(forms).toMatchObject([{ requestedSchema: { properties: { answer: { type: 'string', description } } } }]);
  });

  it.each(QUESTIONS)('returns $title to the model', async ({ args, answer, text }) => {
    // A form has lists of options only, so the user writes other lists as JSON.
    const entered = args['allowOther'] === true && Array.isArray(answer) ? JSON.stringify(answer) : answer;
    const { ask } = await connectUser(era, accept(entered));
    expect(await ask(args)).toMatchObject(says(text));
  });

  it('takes one text for a list of free answers', async () => {
    const { ask } = await connectUser(era, accept('green'));
    expect(await ask({ question: 'Which colours?', multiple: true })).toMatchObject(says('["green"]'));
  });

  it.each(QUESTIONS)(
    'asks again after a wrong answer to a question for $title',
    async ({ args, wrong, answer, text }) => {
      const isList = args['allowOther'] === true && Array.isArray(answer);
      const [first, second] = [wrong, answer].map((one) => accept(isList ? JSON.stringify(one) : one));
      const { ask, forms } = await connectUser(era, first as ElicitResult, second as ElicitResult);
      expect(await ask(args)).toMatchObject(says(text));
      expect(forms).toHaveLength(2);
      expect(forms[1]?.message).toContain('answer');
    },
  );

  it('tells the model that the user declined', async () => {
    const { ask } = await connectUser(era, { action: 'decline' });
    expect(await ask(CHOICE.args)).toMatchObject({ isError: true, ...says('The tool call was denied.') });
  });

  it('tells the model that the user did not answer', async () => {
    const { ask } = await connectUser(era, { action: 'cancel' });
    expect(await ask(CHOICE.args)).toMatchObject({
      isError: true,
      ...says('The user did not answer. There is no result.'),
    });
  });
});
